/** Checks what a draft's forms say. Errors come back by form path, so that an island can put them beside their fields. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { FieldChoice } from '../../domain/application/fields.ts';
import { type FormState, formPath, formToValues } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { completeForm } from '../device/form-values.ts';

export interface StepForms {
  /** Null until it is chosen; step 1 is the same for every type. */
  type: ApplicationType | null;
  step1Data: FormState;
  step2Data: FormState;
}

export interface CheckOptions extends FieldChoice {
  /** The applicant's date, `YYYY-MM-DD`. */
  today: string;
  /** See `RuleOptions.sentOn`. */
  sentOn: string;
  isPhone: (value: string) => boolean;
}

/** Both steps as values to check and to send; without a type the first one alone. */
export function valuesOf(type: ApplicationType | null, { step1Data, step2Data }: StepForms): ApplicationValues {
  const form = { ...completeForm(type, { step: 1 }, step1Data), ...completeForm(type, { step: 2 }, step2Data) };
  return formToValues(type, form) as ApplicationValues;
}

/**
 * What is wrong with the whole application as far as it is filled in, by form path.
 * @param options.part only what is wrong with the fields of this part is told, in the light of all
 * @throws Error before the rules are there: whoever asks waits for `loadRules` first
 */
export function checkForms(forms: StepForms, options: CheckOptions): FieldErrors {
  const rules = loadedRules();
  if (!rules) throw new Error('the rules are not loaded yet');
  return byFormPath(rules.checkApplication(forms.type, valuesOf(forms.type, forms), options));
}

/** What a draft is checked with. One that was sent without a clear answer is looked at as on the day on which it was sent. */
export function rulesFor(
  { sentAt }: { sentAt: string | null },
  { now, isPhone }: { now: Date; isPhone: CheckOptions['isPhone'] },
): CheckOptions {
  const today = localDate(now);
  return { today, sentOn: sentAt ? localDate(new Date(sentAt)) : today, isPhone };
}

/** Errors by value path, as the wire has them, become errors by form path. */
export function byFormPath(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, codes]) => [formPath(path), codes]));
}

/** The date of an instant where the applicant is. */
export function localDate(instant: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/**
 * The rules of an application (domain/application/schema.ts), fetched right after a form opens: they are first needed when
 * a field is left, and nobody waits for them to begin to type.
 */
type Rules = typeof import('../../domain/application/schema.ts');

let rules: Rules | null = null;
let loading: Promise<boolean> | undefined;

/** Fetches the rules. @returns false when they could not be fetched; the next call tries again */
export function loadRules(): Promise<boolean> {
  loading ??= import('../../domain/application/schema.ts').then(
    (loaded) => {
      rules = loaded;
      return true;
    },
    () => {
      loading = undefined;
      return false;
    },
  );
  return loading;
}

/** The rules; null until they are there. */
export function loadedRules(): Rules | null {
  return rules;
}
