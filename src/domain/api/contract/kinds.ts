/** JSON schemas of each kind in bodies and records, for the OpenAPI document and host checks. Pages do not load them. */
import * as v from 'valibot';
import { ADDRESS_LINE_MAX } from '../../kinds/address.ts';
import { type FieldKind, KINDS } from '../../kinds/index.ts';
import { DEFAULT_MAX, type FieldRule } from '../../kinds/kind.ts';
import { SINGLE_KINDS, type SingleKind } from '../../kinds/single.ts';
import { GENDERS, KINSHIP, MONTHS } from '../../reference/choices.ts';
import { COUNTRY_CODES } from '../../reference/countries.ts';
import { regions } from '../../reference/regions.ts';

type Schema = v.GenericSchema;

interface KindContract {
  /** @param rule of the question; {@link sentSchema} adds the empty text of an optional one */
  sent(rule: FieldRule): Schema;
  recorded: Schema;
  isJson?: boolean;
}

export const fileLinkSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.description(
    'Path of a file: begins with /files/, ends with a name to show, opens it for 15 minutes. A host may send an absolute link of its own origin, or a path in a folder of its profile (docs/host.md); it comes back as it was.',
  ),
);

export const dateSchema = v.pipe(
  v.string(),
  v.isoDate(),
  v.description('A date of the calendar, without a time zone.'),
);
const inPart = (shape: RegExp, description: string) => v.pipe(v.string(), v.regex(shape), v.description(description));
export const countrySchema = v.pipe(v.picklist(COUNTRY_CODES), v.description('ISO 3166-1 alpha-2.'));
export const phoneSchema = v.pipe(
  v.string(),
  v.regex(/^\+\d(?: *\d){6,12}$/),
  v.maxLength(DEFAULT_MAX),
  v.description('International: a plus, 7 to 13 digits, spaces. Also checked by the numbering plan of its country.'),
);
export const passportSchema = v.pipe(
  v.string(),
  v.regex(/^[ -]*[A-Za-z0-9](?:[ -]*[A-Za-z0-9]){4,19}[ -]*$/),
  v.maxLength(DEFAULT_MAX),
  v.description('5 to 20 Latin letters and digits; spaces and hyphens do not count.'),
);

const text = ({ required, max }: FieldRule) => {
  const most = v.maxLength<string, number>(max || DEFAULT_MAX);
  return required ? v.pipe(v.string(), v.minLength(1), most) : v.pipe(v.string(), most);
};
const line = (required: boolean) => text({ required, max: ADDRESS_LINE_MAX });

export const addressSchema = v.pipe(
  v.object({
    region: v.pipe(
      v.picklist(regions.all.map(({ id }) => String(id))),
      v.description('Id of the reference table of regions.'),
    ),
    district: v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/), v.description('Id of a district of the region, 1 to 207.')),
    street: line(true),
    flat: line(false),
  }),
  v.description('An address in Uzbekistan.'),
);

export const recordedAddressSchema = v.pipe(
  v.object({ region: v.string(), district: v.string(), street: v.string(), flat: v.string() }),
  v.description('Region and district are ids of the reference tables, as text.'),
);

const orUnanswered = (schema: Schema) => v.union([v.literal(''), v.null(), schema]);
const file: KindContract = { sent: () => fileLinkSchema, recorded: v.nullable(fileLinkSchema) };
const describedText = (description: string): KindContract => ({
  sent: (rule) => v.pipe(text(rule), v.description(description)),
  recorded: v.nullable(v.string()),
});
const choice = (sent: Schema, recorded = sent): KindContract => ({
  sent: () => sent,
  recorded: orUnanswered(recorded),
});

const CONTRACTS: Record<SingleKind, KindContract> = {
  name: describedText('Letters of any script, apostrophes, hyphens, spaces; at least one letter.'),
  nameWithInitials: describedText(
    'Letters of any script, apostrophes, hyphens, full stops, spaces; at least one letter.',
  ),
  text: describedText('One line, without control or invisible characters.'),
  longtext: describedText(
    'Several lines, without control or invisible characters. A line ends with CR LF, as in any multipart body.',
  ),
  photoMarks: describedText(
    'Answers that differ from the photo of a passport: a line each of "path|answer|photo|kept".',
  ),
  email: {
    sent: ({ max }) => v.pipe(v.string(), v.regex(/^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/), v.maxLength(max)),
    recorded: v.nullable(v.string()),
  },
  phone: { sent: () => phoneSchema, recorded: v.nullable(v.string()) },
  passport: { sent: () => passportSchema, recorded: v.nullable(v.string()) },
  date: {
    sent: ({ none }) => (none ? v.union([v.pipe(v.literal(''), v.description('None.')), dateSchema]) : dateSchema),
    recorded: orUnanswered(v.pipe(v.string(), v.isoDate())),
  },
  tripDate: choice(
    inPart(/^\d{4}-\d\d(?:-\d\d)?$/, 'A date of the calendar; without its day where that is not known.'),
  ),
  birthDate: choice(
    inPart(
      /^\d{4}(?:-\d\d(?:-\d\d)?)?$/,
      'A date of the calendar; without day, or day and month, where a passport lacks them.',
    ),
  ),
  gender: choice(v.picklist(GENDERS.map(({ value }) => value))),
  kinship: choice(v.picklist(KINSHIP)),
  country: choice(countrySchema, v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  months: choice(v.picklist(MONTHS)),
  flag: choice(v.picklist(['yes', 'no'])),
  tick: choice(
    v.pipe(
      v.picklist(['yes', 'no']),
      v.description(
        '"yes": the passport shows one name only. The missing one is sent as "-", and returned as "" or "-".',
      ),
    ),
    v.picklist(['yes', 'no']),
  ),
  consent: choice(v.literal('yes'), v.picklist(['yes', 'no'])),
  address: { sent: () => addressSchema, recorded: v.nullable(recordedAddressSchema), isJson: true },
  file,
  photo: file,
};

export function sentSchema(kind: SingleKind, rule: FieldRule): Schema {
  const schema = CONTRACTS[kind].sent(rule);
  return rule.required || v.is(schema, '') ? schema : v.union([v.literal(''), schema]);
}

export const isJsonPart = (kind: SingleKind): boolean => CONTRACTS[kind].isJson ?? false;

export const recordedSchema = (kind: SingleKind): Schema => CONTRACTS[kind].recorded;

type ItemField = FieldRule & { kind: SingleKind };
const itemSchema = (fields: Record<string, ItemField>, schema: (field: ItemField) => Schema) =>
  v.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schema(field)])));

const hasFiles = (kind: SingleKind) => SINGLE_KINDS[kind].shape === 'file';

/** True for a kind that is sent and returned only when ticked. */
const isMark = (kind: SingleKind) => SINGLE_KINDS[kind].shape === 'mark';

type ListKindName = Exclude<FieldKind, SingleKind>;

export const isListKind = (kind: FieldKind): kind is ListKindName => 'fields' in KINDS[kind];

type ListSchemas = { -readonly [Kind in ListKindName]: Schema };
const listSchemas = (schema: (field: ItemField) => Schema): ListSchemas => ({
  relatives: itemSchema(KINDS.relatives.fields, schema),
  previousTrips: itemSchema(KINDS.previousTrips.fields, schema),
  lastTrips: itemSchema(KINDS.lastTrips.fields, schema),
});

/** An item in a body: stored files by link, new ones as separate parts. */
export const SENT_ITEMS = listSchemas((field) => {
  if (hasFiles(field.kind)) return v.optional(fileLinkSchema);
  return isMark(field.kind) ? v.optional(sentSchema(field.kind, field)) : sentSchema(field.kind, field);
});
export const RECORDED_ITEMS = listSchemas(({ kind }) =>
  isMark(kind) ? v.optional(recordedSchema(kind)) : recordedSchema(kind),
);
