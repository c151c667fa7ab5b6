/** Copies answers that often repeat others (work and stay, petitioner and contact person) on request into empty fields. */
import { cleanName } from '../input/name.ts';
import type { FieldName, Part } from './fields.ts';
import type { FormState } from './form.ts';

export type CopySource = 'stay' | 'contact-person';

/** The parts that can be filled, their source, and the field before which the offer is shown. */
export const COPIED_FROM: Partial<Record<Part, { source: CopySource; before: FieldName }>> = {
  employer: { source: 'stay', before: 'period_from' },
  petitioner: { source: 'contact-person', before: 'petitioner_surname' },
};

/** From and to, by form path. */
const COPIED: Record<CopySource, readonly (readonly [from: string, to: string])[]> = {
  stay: [
    ['planned_length_stay_from', 'period_from'],
    ['planned_length_stay_to', 'period_to'],
  ],
  'contact-person': [['applicant_phone_number', 'petitioner_number']],
};

/** A single word is a surname. */
const namesIn = ({ applicant_fio: fullName }: FormState): FormState =>
  petitionerNames(fullName, surnamePlace(fullName)) ?? { petitioner_surname: wordsOf(fullName)[0] };

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return String(value ?? '').trim() === '';
}

/** The surname's place in a full name: "Karimov Anvar Rustamovich", "Anvar Rustamovich Karimov". */
export type SurnamePlace = 'first' | 'last';

const wordsOf = (fullName: unknown) =>
  cleanName(String(fullName ?? ''))
    .value.trim()
    .split(/ +/);

const SURNAME_END = /(ov|ova|ev|eva|in|ina|sky|skiy|skaya|ов|ова|ев|ева|ёв|ёва|ин|ина|ский|ская)$/i;

/** First, as the form asks, unless only the last word ends like a surname. */
export function surnamePlace(fullName: unknown): SurnamePlace {
  const words = wordsOf(fullName);
  return !SURNAME_END.test(words[0] ?? '') && SURNAME_END.test(words.at(-1) ?? '') ? 'last' : 'first';
}

/** The petitioner's names from a full name; null for a single word. */
export function petitionerNames(fullName: unknown, place: SurnamePlace): FormState | null {
  const words = wordsOf(fullName);
  if (words.length < 2) return null;
  const [surname = '', name = '', ...rest] = place === 'first' ? words : [words.at(-1) ?? '', ...words.slice(0, -1)];
  return { petitioner_surname: surname, petitioner_name: name, petitioner_middlename: rest.join(' ') };
}

/** The part's empty fields with an answer elsewhere. @param answers of the other parts of step 2 */
export function copiedAnswers(part: Part, form: FormState, answers: FormState): FormState {
  const source = COPIED_FROM[part]?.source;
  if (!source) return {};
  const found: FormState = {
    ...Object.fromEntries(COPIED[source].map(([from, to]) => [to, answers[from]])),
    ...(source === 'contact-person' ? namesIn(answers) : {}),
  };
  // A name is copied whole: half of another person's would be worse than none.
  const names = ['petitioner_surname', 'petitioner_name', 'petitioner_middlename'];
  const hasName = names.some((name) => !isEmpty(form[name]));
  return Object.fromEntries(
    Object.entries(found).filter(
      ([name, value]) => name in form && isEmpty(form[name]) && !isEmpty(value) && !(hasName && names.includes(name)),
    ),
  );
}
