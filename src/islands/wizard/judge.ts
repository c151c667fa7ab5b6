/** What is wrong with the form right now. The rules are the domain's; the draft gives what the other step says. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Step } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { checkStep, rulesFor } from '../../stores/application/check-step.ts';
import { $draft } from '../../stores/application/draft.ts';
import { isPhone } from '../../stores/application/phone-check.ts';
import { loadedRules } from '../../stores/application/rules.ts';

/** Both steps are looked at, since some rules stand between them; form path → codes. */
export function checkStepNow(type: ApplicationType, step: Step, values: FormState): FieldErrors {
  // Nothing is known to be wrong before the rules are there; on submit they are waited for.
  if (!loadedRules()) return {};
  const { type: chosen, step1Data, step2Data, sentAt } = $draft.get();
  // The form of step 1 is the same for every type, and does not know for which it is.
  const forms = { type: step === 1 ? (chosen ?? type) : type, step1Data, step2Data, [`step${step}Data`]: values };
  return checkStep(2, forms, rulesFor({ sentAt }, { now: new Date(), isPhone }));
}
