/** The field table in form order, by wire name (requirements: fields, wire-names). Kinds are in domain/kinds. */
import { MISSING_ANSWER } from '../input/missing-answers.ts';
import { type FieldKind, KINDS, LAST_TRIP_FIELDS, PREVIOUS_TRIP_FIELDS, RELATIVE_FIELDS } from '../kinds/index.ts';
import { APPLICATION_TYPES, type ApplicationType } from './types.ts';

/** 1: who you are. 2: the trip. The draft stores the two steps separately (requirements: form-steps). */
export type Step = 1 | 2;

/** The parts of the form in order, each a page (steps.ts). The last one checks and sends. */
export const PARTS = {
  passport: { step: 1 },
  name: { step: 1 },
  contact: { step: 1 },
  photo: { step: 1 },
  stay: { step: 2 },
  employer: { step: 2 },
  project: { step: 2 },
  company: { step: 2 },
  'contact-person': { step: 2 },
  petitioner: { step: 2 },
  documents: { step: 2 },
  family: { step: 2 },
  travel: { step: 2 },
  check: { step: 2 },
} as const satisfies Record<string, { step: Step }>;

export type Part = keyof typeof PARTS;

type PartOf<S extends Step> = { [Name in Part]: (typeof PARTS)[Name]['step'] extends S ? Name : never }[Part];

export interface FieldDefinition {
  kind: FieldKind;
  /** The part that asks for it, or one for each type. Step 1 comes before the type is chosen. */
  part: Part | Readonly<Partial<Record<ApplicationType, PartOf<2>>>>;
  types: readonly ApplicationType[];
  required: boolean;
  /** Largest number of characters of a text; 0 for the limit of its kind. */
  max: number;
  /** A valid answer that means "there is none". */
  none?: string | undefined;
}

const WITH_COMPANY = ['specialist', 'investor'] as const;

interface FieldOptions<K extends FieldKind> {
  kind: K;
  types?: readonly ApplicationType[];
  required?: boolean;
  max?: number;
  none?: string;
}

/** A field of step 1 is the same for all types, so that `types` does not compile there. */
type OptionsIn<P extends FieldDefinition['part'], K extends FieldKind> =
  Extract<P, PartOf<1>> extends never ? FieldOptions<K> : Omit<FieldOptions<K>, 'types'>;

/** A row of {@link FIELDS}. @param part that asks for it, or one of step 2 per type */
export const field = <const K extends FieldKind, const P extends FieldDefinition['part']>(
  part: P,
  options: OptionsIn<P, K>,
) => {
  const {
    kind,
    types = APPLICATION_TYPES,
    required = true,
    max = KINDS[options.kind].max,
    none,
  }: FieldOptions<K> = options;
  const place: FieldDefinition['part'] = part;
  return { kind, part: place, types, required, max, none };
};

export const FIELDS = {
  file4: field('passport', { kind: 'file' }),
  passport_number: field('passport', { kind: 'passport' }),
  passport_date: field('passport', { kind: 'date' }),
  passport_expire: field('passport', { kind: 'date', none: MISSING_ANSWER }),
  no_expiry: field('passport', { kind: 'tick', required: false }),
  citizenship: field('passport', { kind: 'country' }),
  surname: field('name', { kind: 'name', none: MISSING_ANSWER }),
  name: field('name', { kind: 'name', none: MISSING_ANSWER }),
  one_name: field('name', { kind: 'tick', required: false }),
  middlename: field('name', { kind: 'name', required: false }),
  gender: field('name', { kind: 'gender' }),
  date_birth: field('name', { kind: 'birthDate' }),
  email: field('contact', { kind: 'email' }),
  phone: field('contact', { kind: 'phone' }),
  additional_phone: field('contact', { kind: 'phone', required: false }),
  file5: field('photo', { kind: 'photo' }),
  resume_file: field('photo', { kind: 'file' }),

  validity_time: field('stay', { kind: 'months' }),
  planned_length_stay_from: field('stay', { kind: 'date' }),
  planned_length_stay_to: field('stay', { kind: 'date' }),
  formatted_address: field('stay', { kind: 'address' }),

  project: field('project', { kind: 'text', types: ['investor'] }),
  activity: field('project', { kind: 'longtext', types: ['investor'] }),
  company_name: field({ specialist: 'employer', investor: 'company' }, { kind: 'text', types: WITH_COMPANY }),
  employer_address: field('employer', { kind: 'address', types: ['specialist'] }),
  phone_specialist: field({ specialist: 'employer', investor: 'company' }, { kind: 'phone', types: WITH_COMPANY }),
  period_from: field('employer', { kind: 'date', types: ['specialist'] }),
  period_to: field('employer', { kind: 'date', types: ['specialist'] }),
  applicant_fio: field('contact-person', { kind: 'nameWithInitials', types: WITH_COMPANY, max: 160 }),
  applicant_position: field('contact-person', { kind: 'text', types: WITH_COMPANY }),
  applicant_phone_number: field('contact-person', { kind: 'phone', types: WITH_COMPANY }),
  petitioner_surname: field('petitioner', { kind: 'nameWithInitials', types: WITH_COMPANY }),
  petitioner_name: field(
    { specialist: 'petitioner', investor: 'petitioner', founder: 'company' },
    { kind: 'text', max: 160 },
  ),
  petitioner_middlename: field('petitioner', { kind: 'nameWithInitials', types: WITH_COMPANY, required: false }),
  petitioner_position: field('petitioner', { kind: 'text', types: ['specialist'] }),
  petitioner_number: field('petitioner', { kind: 'phone', types: ['specialist'] }),
  file: field('documents', { kind: 'file', types: WITH_COMPANY }),
  file2: field({ specialist: 'documents', investor: 'documents', founder: 'company' }, { kind: 'file' }),
  file3: field('documents', { kind: 'file', types: WITH_COMPANY }),

  relatives_check: field('family', { kind: 'flag' }),
  formatted_relatives: field('family', { kind: 'relatives', required: false }),
  previos_trips_check: field('travel', { kind: 'flag' }),
  formatted_previos_trips: field('travel', { kind: 'previousTrips', required: false }),
  previos_trips: field('travel', { kind: 'longtext', required: false }),
  last_trips_check: field('travel', { kind: 'flag' }),
  last_trips: field('travel', { kind: 'lastTrips', required: false }),
  /** What the photos of passports show (passport/photo-marks.ts). The form has no control for it. */
  photo_kept: field('check', { kind: 'photoMarks', required: false }),
  read_check: field('check', { kind: 'consent' }),
} as const satisfies Record<string, FieldDefinition>;

export type FieldName = keyof typeof FIELDS;

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(FIELDS, name);

const FIELD_NAMES = Object.keys(FIELDS).filter(isFieldName);

/** Each list, the yes/no question that opens it, and its item fields. */
export const LISTS = {
  formatted_relatives: { flag: 'relatives_check', item: RELATIVE_FIELDS },
  formatted_previos_trips: { flag: 'previos_trips_check', item: PREVIOUS_TRIP_FIELDS },
  last_trips: { flag: 'last_trips_check', item: LAST_TRIP_FIELDS },
} as const satisfies Partial<Record<FieldName, { flag: FieldName; item: object }>>;

export type ListName = keyof typeof LISTS;

export const isListName = (name: string): name is ListName => Object.hasOwn(LISTS, name);

export const LIST_NAMES = Object.keys(LISTS).filter(isListName);

export const listKindOf = (list: ListName) => KINDS[FIELDS[list].kind];

/** Fields that are only sent when their yes/no question is "yes". */
export const FLAG_OF: Partial<Record<FieldName, FieldName>> = {
  formatted_relatives: 'relatives_check',
  formatted_previos_trips: 'previos_trips_check',
  previos_trips: 'previos_trips_check',
  last_trips: 'last_trips_check',
};

/** False for a field whose yes/no question is not "yes". */
export function isApplicable(name: FieldName, flags: Partial<Record<FieldName, unknown>>): boolean {
  const flag = FLAG_OF[name];
  return flag === undefined || flags[flag] === 'yes';
}

/** A row of the field table for one type. */
export type NamedField = Omit<FieldDefinition, 'part'> & { name: FieldName; part: Part; step: Step };

export interface FieldChoice {
  step?: Step | undefined;
  part?: Part | undefined;
}

/** The fields of one type in form order; null: those of step 1, which all types share. */
export function fieldsOf(type: ApplicationType | null, only: FieldChoice = {}): NamedField[] {
  const fields = FIELD_NAMES.flatMap((name) => {
    const field: FieldDefinition = FIELDS[name];
    const part = typeof field.part === 'string' ? field.part : type && field.part[type];
    if (!part || (type !== null && !field.types.includes(type))) return [];
    const step: Step = PARTS[part].step;
    return type === null && step !== 1 ? [] : [{ ...field, name, part, step }];
  });
  return fields.filter(({ step, part }) => (only.step ?? step) === step && (only.part ?? part) === part);
}

/** The parts with a question for this type, in form order; null as in {@link fieldsOf}. */
export function partsOf(type: ApplicationType | null, step?: Step): Part[] {
  const asked = new Set<string>(fieldsOf(type, { step }).map(({ part }) => part));
  return Object.keys(PARTS).filter((part): part is Part => asked.has(part));
}

/** The part that has a form path; null where {@link fieldsOf} lacks the field. */
export function partOf(type: ApplicationType | null, path: string): Part | null {
  const [name = ''] = path.split('.');
  return fieldsOf(type).find((field) => field.name === name)?.part ?? null;
}
