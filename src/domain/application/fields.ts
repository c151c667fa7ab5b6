/**
 * The field table: every field of an application, in the order in which it is asked, with its kind, step, section and
 * the types it applies to (specification §3; decisions.md "Applying"). Schema, form, review, payload and admin host all
 * read it. Keys are the wire names, the specification's spelling included.
 */
import type { ApplicationType } from './types.ts';

export type FieldKind =
  | 'name'
  | 'text'
  | 'longtext'
  | 'email'
  | 'phone'
  | 'passport'
  | 'date'
  | 'gender'
  | 'kinship'
  | 'country'
  | 'months'
  | 'address'
  | 'flag'
  | 'consent'
  | 'file'
  | 'photo'
  | 'relatives'
  | 'previousTrips'
  | 'lastTrips';

export type Section =
  | 'person'
  | 'passport'
  | 'contact'
  | 'documents'
  | 'stay'
  | 'company'
  | 'employment'
  | 'representative'
  | 'petitioner'
  | 'papers'
  | 'relatives'
  | 'previousTrips'
  | 'lastTrips'
  | 'terms';

/** 1: who you are (`/application`). 2: the visit (`/application/{type}`). */
export type Step = 1 | 2;

export interface Field {
  kind: FieldKind;
  step: Step;
  section: Section;
  types: readonly ApplicationType[];
  required: boolean;
  /** Largest number of characters, for text kinds. */
  max: number;
}

const ALL = ['specialist', 'founder', 'investor'] as const;
const WITH_COMPANY = ['specialist', 'investor'] as const;
const MAX: Partial<Record<FieldKind, number>> = { name: 80, email: 254, text: 200, longtext: 2000 };

interface FieldOptions<K extends FieldKind> {
  kind: K;
  types?: readonly ApplicationType[];
  required?: boolean;
  max?: number;
}

const field = <const K extends FieldKind>(step: Step, section: Section, options: FieldOptions<K>) => ({
  kind: options.kind,
  step,
  section,
  types: options.types ?? ALL,
  required: options.required ?? true,
  max: options.max ?? MAX[options.kind] ?? 0,
});

export const FIELDS = {
  surname: field(1, 'person', { kind: 'name' }),
  name: field(1, 'person', { kind: 'name' }),
  middlename: field(1, 'person', { kind: 'name', required: false }),
  gender: field(1, 'person', { kind: 'gender' }),
  date_birth: field(1, 'person', { kind: 'date' }),
  citizenship: field(1, 'person', { kind: 'country' }),
  passport_number: field(1, 'passport', { kind: 'passport' }),
  passport_date: field(1, 'passport', { kind: 'date' }),
  passport_expire: field(1, 'passport', { kind: 'date' }),
  file4: field(1, 'passport', { kind: 'file' }),
  email: field(1, 'contact', { kind: 'email' }),
  phone: field(1, 'contact', { kind: 'phone' }),
  additional_phone: field(1, 'contact', { kind: 'phone', required: false }),
  file5: field(1, 'documents', { kind: 'photo' }),
  resume_file: field(1, 'documents', { kind: 'file' }),

  validity_time: field(2, 'stay', { kind: 'months' }),
  planned_length_stay_from: field(2, 'stay', { kind: 'date' }),
  planned_length_stay_to: field(2, 'stay', { kind: 'date' }),
  formatted_address: field(2, 'stay', { kind: 'address' }),

  project: field(2, 'company', { kind: 'text', types: ['investor'] }),
  activity: field(2, 'company', { kind: 'longtext', types: ['investor'] }),
  company_name: field(2, 'company', { kind: 'text', types: WITH_COMPANY }),
  employer_address: field(2, 'company', { kind: 'address', types: ['specialist'] }),
  phone_specialist: field(2, 'company', { kind: 'phone', types: WITH_COMPANY }),
  period_from: field(2, 'employment', { kind: 'date', types: ['specialist'] }),
  period_to: field(2, 'employment', { kind: 'date', types: ['specialist'] }),
  applicant_fio: field(2, 'representative', { kind: 'name', types: WITH_COMPANY, max: 160 }),
  applicant_position: field(2, 'representative', { kind: 'text', types: WITH_COMPANY }),
  applicant_phone_number: field(2, 'representative', { kind: 'phone', types: WITH_COMPANY }),
  petitioner_surname: field(2, 'petitioner', { kind: 'name', types: WITH_COMPANY }),
  petitioner_name: field(2, 'petitioner', { kind: 'text', max: 160 }),
  petitioner_middlename: field(2, 'petitioner', { kind: 'name', types: WITH_COMPANY, required: false }),
  petitioner_position: field(2, 'petitioner', { kind: 'text', types: ['specialist'] }),
  petitioner_number: field(2, 'petitioner', { kind: 'phone', types: ['specialist'] }),
  file: field(2, 'papers', { kind: 'file', types: WITH_COMPANY }),
  file2: field(2, 'papers', { kind: 'file' }),
  file3: field(2, 'papers', { kind: 'file', types: WITH_COMPANY }),

  relatives_check: field(2, 'relatives', { kind: 'flag' }),
  formatted_relatives: field(2, 'relatives', { kind: 'relatives', required: false }),
  previos_trips_check: field(2, 'previousTrips', { kind: 'flag' }),
  formatted_previos_trips: field(2, 'previousTrips', { kind: 'previousTrips', required: false }),
  previos_trips: field(2, 'previousTrips', { kind: 'longtext', required: false }),
  last_trips_check: field(2, 'lastTrips', { kind: 'flag' }),
  last_trips: field(2, 'lastTrips', { kind: 'lastTrips', required: false }),
  read_check: field(2, 'terms', { kind: 'consent' }),
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;

interface ItemField {
  kind: FieldKind;
  required: boolean;
  max: number;
}
const item = <const K extends FieldKind>(kind: K, required = true, max = MAX[kind] ?? 0) => ({ kind, required, max });

/** Fields of one relative, in the order asked. The two files travel as repeated parts. */
export const RELATIVE_FIELDS = {
  kinship: item('kinship'),
  surname: item('name'),
  name: item('name'),
  middlename: item('name', false),
  birth_of_date: item('date'),
  citizenship: item('country'),
  relativePassport: item('passport'),
  relativeInn: item('text', false, 20),
  file6: item('file'),
  marriage_or_birth_document_file: item('file'),
} as const satisfies Record<string, ItemField>;

/** Fields of one previous trip to Uzbekistan. */
export const PREVIOUS_TRIP_FIELDS = {
  previos_trip_aim: item('text'),
  date_from: item('date'),
  date_to: item('date'),
} as const satisfies Record<string, ItemField>;

/** Fields of one recent trip to another country. */
export const LAST_TRIP_FIELDS = {
  trip_country: item('country'),
  trip_aim: item('text'),
  date_from: item('date'),
  date_to: item('date'),
} as const satisfies Record<string, ItemField>;

/** Each list, the yes/no question that opens it, and the fields of its items. */
export const LISTS = {
  formatted_relatives: { flag: 'relatives_check', item: RELATIVE_FIELDS },
  formatted_previos_trips: { flag: 'previos_trips_check', item: PREVIOUS_TRIP_FIELDS },
  last_trips: { flag: 'last_trips_check', item: LAST_TRIP_FIELDS },
} as const satisfies Partial<Record<FieldName, { flag: FieldName; item: Record<string, ItemField> }>>;

export type ListName = keyof typeof LISTS;

/** Most items a list may hold; enough for any family, and a bound for the host. */
export const MAX_ITEMS = 50;

/** Fields that are only sent when the flag beside them is "yes". */
export const FLAG_OF: Partial<Record<FieldName, FieldName>> = {
  formatted_relatives: 'relatives_check',
  formatted_previos_trips: 'previos_trips_check',
  previos_trips: 'previos_trips_check',
  last_trips: 'last_trips_check',
};

/** One entry of the field table with its name. */
export type NamedField = Field & { name: FieldName };

/** The fields of one type in the order asked, of one step when `step` is given. */
export function fieldsOf(type: ApplicationType, step?: Step): NamedField[] {
  const entries = Object.entries(FIELDS) as [FieldName, Field][];
  return entries
    .filter(([, f]) => f.types.includes(type) && (step === undefined || f.step === step))
    .map(([name, f]) => ({ name, ...f }));
}

/** The sections of a step in order, each with its fields. */
export function sectionsOf(type: ApplicationType, step: Step): { section: Section; fields: NamedField[] }[] {
  const fields = fieldsOf(type, step);
  const sections = [...new Set(fields.map((f) => f.section))];
  return sections.map((section) => ({ section, fields: fields.filter((f) => f.section === section) }));
}
