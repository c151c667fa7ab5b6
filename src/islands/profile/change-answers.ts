/** A part's answers among the changes of an application that was sent. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { askedPaths } from '../../domain/application/asked-fields.ts';
import { type FieldName, fieldsOf, type Part, partOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { checkChanges, formNow, typeChanges } from '../../stores/account/changes.ts';
import type { PartAnswers } from '../fields/part-context.tsx';

export interface ChangeRequests {
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** What the host refused, by form path. */
  refused: FieldErrors;
}

export function changeAnswers(type: ApplicationType, part: Part, { asked, refused }: ChangeRequests): PartAnswers {
  const names = fieldsOf(type, { part }).map(({ name }) => name);
  return {
    initial() {
      const form = formNow();
      return Object.fromEntries(names.map((name) => [name, form[name]]));
    },
    opened: () => undefined,
    typed: (values) => typeChanges(values),
    check: () => checkChanges(part),
    async mistakes() {
      const own = Object.entries(refused).filter(([path]) => partOf(type, path) === part);
      return { ...checkChanges(part), ...Object.fromEntries(own) };
    },
    save(values) {
      typeChanges(values);
      return checkChanges(part);
    },
    asked: askedPaths(asked, type),
  };
}
