import { parseJson } from '../api/json.ts';
import { DEFAULT_LOCALE } from '../i18n/locales.ts';
import { emptyMissingAnswers, fillMissingAnswers, MISSING_ANSWER } from '../input/missing-answers.ts';
import { kindOf } from '../kinds/index.ts';
import type { MultipartPart } from '../kinds/kind.ts';
import { GENDERS, sexOf } from '../reference/choices.ts';
import { addressText, countryName, fullName } from './answers.ts';
import { type FieldName, fieldsOf, isApplicable, isListName, type NamedField } from './fields.ts';
import type { ApplicantRecord } from './record.ts';
import type { ApplicationType } from './types.ts';
import { type ApplicationValues, mapFields, mapValues } from './values.ts';

export interface UpdateBase {
  record: ApplicantRecord;
  changed: ReadonlySet<string>;
  /** The body has every known answer, as the record's `given` has it. */
  sendsGiven?: boolean;
}

/**
 * The body of a create or update call, without the password. Derived texts (`adress`, `citizen`, …) are in the default language,
 * so that a retry in another language has the same body. An update has the changed answers; of the others it has only what the
 * host gave, in the host's spelling.
 */
export function toBodyParts(type: ApplicationType, values: ApplicationValues, stored?: UpdateBase): MultipartPart[] {
  const asked = fieldsOf(type).filter(({ name }) => isApplicable(name, values));
  const derived = Object.entries(derivedTexts(type, values)).map(([name, value]) => ({ name, value }));
  if (!stored) return [...asked.flatMap((field) => answerParts(field, values)), ...derived];
  const { record, changed, sendsGiven = false } = stored;
  const given = (name: string) => {
    const value = sendsGiven ? record.given?.[name] : undefined;
    return value === undefined ? [] : [{ name, value }];
  };
  const answers = asked.flatMap((field) =>
    changed.has(field.name) ? answerParts(field, values, record) : given(field.name),
  );
  const texts = derived.flatMap(({ name, value }) => {
    if (name === TYPE_PART) return [{ name, value }];
    if (!sourcesOf(type, name).some((one) => changed.has(one))) return given(name);
    return value === '' ? [] : [{ name, value }];
  });
  return [...answers, ...texts];
}

const TYPE_PART = 'application_type';

/** A missing name has a sign on the wire. A missing date has none, since hosts know no such sign. */
function answerParts(
  field: NamedField,
  values: ApplicationValues,
  record: Partial<ApplicantRecord> = {},
): MultipartPart[] {
  const { name } = field;
  if (name === 'passport_expire' && values[name] === MISSING_ANSWER) return [{ name, value: '' }];
  const given = isListName(name) ? parseJson(record.given?.[name] ?? '') : undefined;
  return kindOf(field).toBodyParts(name, values[name], record[name], given);
}

function sourcesOf(type: ApplicationType, name: string): readonly FieldName[] {
  if (name.startsWith(RELATIVES_PREFIX)) return ['formatted_relatives'];
  return (type === 'founder' ? FOUNDER_SOURCES[name] : undefined) ?? SOURCES[name] ?? [];
}

const RELATIVES_PREFIX = 'reletion_';
const SOURCES: Record<string, readonly FieldName[]> = {
  fio: ['surname', 'name', 'middlename'],
  sex: ['gender'],
  citizen: ['citizenship'],
  adress: ['formatted_address'],
  adress_specialist: ['employer_address'],
  visa_date: ['validity_time'],
};
const FOUNDER_SOURCES: typeof SOURCES = { company_name: ['petitioner_name'], applicant_fio: ['petitioner_name'] };

/** Body parts that repeat other fields in the form that the wire requires. */
function derivedTexts(type: ApplicationType, values: ApplicationValues): Record<string, string> {
  const texts: Record<string, string> = {
    fio: fullName(values),
    sex: GENDERS.some(({ value }) => value === values.gender) ? sexOf(values.gender) : '',
    citizen: countryName(values.citizenship, DEFAULT_LOCALE),
    adress: addressText(values.formatted_address, DEFAULT_LOCALE),
    visa_date: values.validity_time,
    [TYPE_PART]: type,
  };
  if (type === 'specialist') texts.adress_specialist = addressText(values.employer_address, DEFAULT_LOCALE);
  if (type === 'founder') {
    texts.company_name = values.petitioner_name.trim();
    texts.applicant_fio = values.petitioner_name.trim();
  }
  if (values.relatives_check === 'yes') {
    const relatives = values.formatted_relatives;
    texts.reletion_level = JSON.stringify(relatives.map((relative) => relative.kinship));
    texts.reletion_fio = JSON.stringify(relatives.map(fullName));
    texts.reletion_birth = JSON.stringify(relatives.map((relative) => relative.birth_of_date));
    texts.reletion_citizen = JSON.stringify(
      relatives.map((relative) => countryName(relative.citizenship, DEFAULT_LOCALE)),
    );
  }
  return texts;
}

/** Reads a body; missing parts are empty. @throws Refusal `malformed` */
export function fromBodyParts(type: ApplicationType, parts: readonly MultipartPart[]): ApplicationValues {
  return fillMissingAnswers(mapValues(fieldsOf(type), ({ name }, kind) => kind.fromBodyParts(name, parts)));
}

/** The answers as a host stores them: as in a record, files by reference, with the derived texts. */
export function toStoredFields(type: ApplicationType, values: ApplicationValues): Record<string, unknown> {
  const asked = fieldsOf(type).filter(({ name }) => isApplicable(name, values));
  const { [TYPE_PART]: _, ...texts } = derivedTexts(type, values);
  const derived = Object.entries(texts).map(([name, text]) => [
    name,
    name.startsWith(RELATIVES_PREFIX) ? JSON.parse(text) : text,
  ]);
  const answers = mapFields(asked, ({ name }, kind) => storedAnswer(kind.toRecord(values[name])));
  return { ...emptyMissingAnswers(answers), ...Object.fromEntries(derived) };
}

/** A name missing from the passport is stored as an empty text, a missing answer as null. */
const storedAnswer = (recorded: unknown): unknown =>
  Array.isArray(recorded) ? recorded.map(emptyMissingAnswers) : (recorded ?? null);

/** The values of this type without hidden characters, which the host refuses. File objects are passed on, not copied. */
export function cleanValues(type: ApplicationType, values: ApplicationValues): ApplicationValues {
  return { ...values, ...mapValues(fieldsOf(type), ({ name }, kind) => kind.normalize(values[name])) };
}
