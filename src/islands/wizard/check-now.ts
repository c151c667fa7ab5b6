/** What is wrong with a part right now. The rules are the domain's; the draft gives what the other parts say. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { checkForms, loadedRules, rulesFor } from '../../stores/application/check-forms.ts';
import { $draft } from '../../stores/application/draft.ts';
import { isPhone } from '../../stores/application/phone-check.ts';

/** @returns form path → codes, of this part's fields, in the light of all */
export function checkNow(type: ApplicationType, part: Part, values: FormState): FieldErrors {
  // Nothing is known to be wrong before the rules are there; on submit they are waited for.
  if (!loadedRules()) return {};
  const draft = $draft.get();
  const data = `step${PARTS[part].step}Data` as const;
  const forms = { ...draft, type: draft.type ?? type, [data]: { ...draft[data], ...values } };
  return checkForms(forms, { ...rulesFor(draft, { now: new Date(), isPhone }), part });
}
