/** All kinds of fields. A new kind is one entry in single.ts and one in the controls (islands/fields/controls/FormField.tsx). */
import type { Kind } from './kind.ts';
import { LIST_KINDS } from './list.ts';
import { SINGLE_KINDS, type ValueOfKind } from './single.ts';

export const KINDS = { ...SINGLE_KINDS, ...LIST_KINDS };

export type FieldKind = keyof typeof KINDS;

export type ValueOf<K extends FieldKind> = ValueOfKind<(typeof KINDS)[K]>;
export type RecordedOf<K extends FieldKind> = (typeof KINDS)[K] extends Kind<infer _V, infer _F, infer R> ? R : never;

/** The kind of a field whose name is known only at run time. */
export const kindOf = (field: { kind: FieldKind }): Kind<unknown, unknown, unknown> => KINDS[field.kind];
