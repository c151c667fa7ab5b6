/** Answers that often repeat others (work and stay, petitioner and contact person): copied on request, where empty. */
import { cleanName } from '../input/name.ts';
import type { FieldName, Part } from './fields.ts';
import type { FormState } from './form.ts';

export type CopySource = 'stay' | 'contact-person';

/** Which parts can be filled, from where, and before which field that is offered. */
export const COPIED_FROM: Partial<Record<Part, { source: CopySource; before: FieldName }>> = {
  employer: { source: 'stay', before: 'period_from' },
  petitioner: { source: 'contact-person', before: 'petitioner_surname' },
};

/** From and to, by form path within both steps. */
const COPIED: Record<CopySource, readonly (readonly [from: string, to: string])[]> = {
  stay: [
    ['planned_length_stay_from', 'period_from'],
    ['planned_length_stay_to', 'period_to'],
  ],
  'contact-person': [['applicant_phone_number', 'petitioner_number']],
};

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return String(value ?? '').trim() === '';
}

/** "Karimov Anvar Rustamovich" as surname, name and the rest. */
function namesOf(fullName: unknown): FormState {
  const [surname = '', name = '', ...rest] = cleanName(String(fullName ?? ''))
    .value.trim()
    .split(' ');
  return { petitioner_surname: surname, petitioner_name: name, petitioner_middlename: rest.join(' ') };
}

/** The part's empty fields that have an answer elsewhere. @param answers those of the other parts of step 2 */
export function copiedAnswers(part: Part, form: FormState, answers: FormState): FormState {
  const source = COPIED_FROM[part]?.source;
  if (!source) return {};
  const found: FormState = {
    ...Object.fromEntries(COPIED[source].map(([from, to]) => [to, answers[from]])),
    ...(source === 'contact-person' ? namesOf(answers.applicant_fio) : {}),
  };
  // A name is one answer: half of another person's would be worse than none.
  const names = ['petitioner_surname', 'petitioner_name', 'petitioner_middlename'];
  const hasName = names.some((name) => !isEmpty(form[name]));
  return Object.fromEntries(
    Object.entries(found).filter(
      ([name, value]) => name in form && isEmpty(form[name]) && !isEmpty(value) && !(hasName && names.includes(name)),
    ),
  );
}
