/** Validates a draft's forms. Errors are by form path. */
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { checkApplication } from '../../domain/application/check-application.ts';
import type { FieldChoice } from '../../domain/application/fields.ts';
import { type FormState, formPath, formToValues } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { needsWholeDates } from '../api/body-form.ts';
import { completeForm } from '../device/form-values.ts';
import { isPhone } from './phone-check.ts';

interface StepForms {
  /** Null until it is chosen; step 1 is the same for every type. */
  type: ApplicationType | null;
  step1Data: FormState;
  step2Data: FormState;
}

export interface CheckOptions extends FieldChoice {
  today: string;
  sentOn: string;
  isPhone: (value: string) => boolean;
  wholeDates: boolean;
}

/** Both steps as values to validate and send; without a type only the first. */
export function valuesOf(type: ApplicationType | null, { step1Data, step2Data }: StepForms): ApplicationValues {
  const form = { ...completeForm(type, { step: 1 }, step1Data), ...completeForm(type, { step: 2 }, step2Data) };
  return formToValues(type, form) as ApplicationValues;
}

/** Errors by form path; only those of `options.part` if given. */
export function checkForms(forms: StepForms, options: CheckOptions): FieldErrors {
  return byFormPath(checkApplication(forms.type, valuesOf(forms.type, forms), options));
}

/** Options for a draft; one sent without a clear response is validated as of that day. */
export function rulesFor({ sentAt }: { sentAt: string | null }, now: Date): CheckOptions {
  const today = localDate(now);
  return { today, sentOn: sentAt ? localDate(new Date(sentAt)) : today, isPhone, wholeDates: needsWholeDates() };
}

export function byFormPath(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, codes]) => [formPath(path), codes]));
}

export function localDate(instant: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}
