/** A part's answers in the draft of an application. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { PARTS, type Part, partOf } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { partStates } from '../../domain/application/part-states.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import {
  $draft,
  $refused,
  checkDraft,
  clearRefused,
  formOf,
  openPart,
  savePart,
  typeInPart,
} from '../../stores/application/draft.ts';
import { completeForm } from '../../stores/device/form-values.ts';
import { checkNow } from './check-now.ts';
import { withEarlyTexts } from './early-typing.ts';
import type { PartAnswers } from './part-answers.ts';

export function draftAnswers(type: ApplicationType, part: Part): PartAnswers {
  const isOwn = (path: string) => partOf(type, path) === part;
  return {
    initial: () => withEarlyTexts(type, valuesOfPart(type, part)),
    opened: () => openPart(part),
    typed: (values, path) => typeInPart(part, values, path),
    check: (values) => checkNow(type, part, values),
    async mistakes(): Promise<FieldErrors> {
      const refused = Object.entries($refused.get()).filter(([path]) => isOwn(path));
      const found = partStates(type, $draft.get().saved, (await checkDraft()) ?? {});
      return { ...found.find((progress) => progress.part === part)?.errors, ...Object.fromEntries(refused) };
    },
    save(values) {
      const errors = savePart(part, values);
      if (Object.keys(errors).length === 0) clearRefused(isOwn);
      return errors;
    },
    others: () => formOf(2),
  };
}

/** The values of a part's own fields. */
function valuesOfPart(type: ApplicationType, part: Part): FormState {
  const form = completeForm(type, { part }, formOf(PARTS[part].step));
  return Object.fromEntries(Object.keys(emptyForm(type, { part })).map((name) => [name, form[name]]));
}
