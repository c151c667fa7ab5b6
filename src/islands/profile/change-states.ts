/** What there is to say about each part of an application while it is changed. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { askedLeft, changeableParts } from '../../domain/application/asked-fields.ts';
import { type FieldName, type Part, partOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';

export interface ChangeFacts {
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** Names of the changed fields. */
  changed: readonly string[];
  /** What is wrong with the whole application, by form path. */
  errors: FieldErrors;
}

/** The same of one part. */
export interface ChangeState {
  part: Part;
  asked: FieldName[];
  /** Asked for, and not changed yet. */
  left: FieldName[];
  changed: FieldName[];
  errors: FieldErrors;
}

/** The parts in their order. */
export function changeStates(type: ApplicationType, { asked, changed, errors }: ChangeFacts): ChangeState[] {
  const left = askedLeft(asked, changed);
  return changeableParts(type).map((part) => {
    const isOwn = (path: string) => partOf(type, path) === part;
    return {
      part,
      asked: asked.filter(isOwn),
      left: left.filter(isOwn),
      changed: (changed as FieldName[]).filter(isOwn),
      errors: Object.fromEntries(Object.entries(errors).filter(([path]) => isOwn(path))),
    };
  });
}
