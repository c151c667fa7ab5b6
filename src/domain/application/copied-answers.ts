/** Copies answers that often repeat others (work and stay, petitioner and contact person) on request into empty fields. */
import { type SplitName, splitFullName } from '../input/full-name.ts';
import { isBlank } from '../input/missing-answers.ts';
import { COPIED_FROM, type CopySource } from './copy-sources.ts';
import type { Part } from './fields.ts';
import type { FormState } from './form.ts';
import { CONTACT_NAME } from './wire-names.ts';

const COPIED: Record<CopySource, readonly (readonly [from: string, to: string])[]> = {
  stay: [
    ['planned_length_stay_from', 'period_from'],
    ['planned_length_stay_to', 'period_to'],
  ],
  'contact-person': [['applicant_phone_number', 'petitioner_number']],
};

const NAME_FIELDS = ['petitioner_surname', 'petitioner_name', 'petitioner_middlename'];

const contactName = ({ [CONTACT_NAME]: fullName }: FormState): SplitName => splitFullName(String(fullName ?? ''));

function namesIn(answers: FormState): FormState {
  const { surname, name, middleName } = contactName(answers);
  return { petitioner_surname: surname, petitioner_name: name, petitioner_middlename: middleName };
}

export const repeatedAnswers = {
  /** The part's empty fields with an answer elsewhere. @param answers of the other parts of step 2 */
  copy(part: Part, form: FormState, answers: FormState): FormState {
    const source = COPIED_FROM[part]?.source;
    if (!source) return {};
    const found: FormState = {
      ...Object.fromEntries(COPIED[source].map(([from, to]) => [to, answers[from]])),
      ...(source === 'contact-person' ? namesIn(answers) : {}),
    };
    // A name is copied whole: half of another person's would be worse than none.
    const hasName = NAME_FIELDS.some((name) => !isBlank(form[name]));
    const isOpen = (name: string) => name in form && isBlank(form[name]) && !(hasName && NAME_FIELDS.includes(name));
    return Object.fromEntries(Object.entries(found).filter(([name, value]) => isOpen(name) && !isBlank(value)));
  },
  contactName,
  /** Whether surname and first name are filled, at least one from the contact person's name. */
  canSwapNames({ petitioner_surname: surname, petitioner_name: name }: FormState, answers: FormState): boolean {
    const parts = Object.values(namesIn(answers));
    return !isBlank(surname) && !isBlank(name) && (parts.includes(surname) || parts.includes(name));
  },
  swappedNames: ({ petitioner_surname: surname, petitioner_name: name }: FormState): FormState => ({
    petitioner_surname: name,
    petitioner_name: surname,
  }),
};
