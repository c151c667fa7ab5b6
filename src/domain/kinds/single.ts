/** Kinds of single answers: all item fields, and most fields of the form. */
import { address } from './address.ts';
import { CHOICE_KINDS } from './choices.ts';
import { DATE_KINDS } from './dates.ts';
import { FILE_KINDS } from './file.ts';
import type { Kind } from './kind.ts';
import { TEXT_KINDS } from './text.ts';

export const SINGLE_KINDS = { ...TEXT_KINDS, ...DATE_KINDS, ...CHOICE_KINDS, address, ...FILE_KINDS } satisfies Record<
  string,
  Kind<unknown, unknown, unknown>
>;

export type SingleKind = keyof typeof SINGLE_KINDS;

export type ValueOfKind<K> = K extends Kind<infer Value, infer _Form, infer _Recorded> ? Value : never;
