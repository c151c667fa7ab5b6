/** How a body sends the answer to a question of each kind, but for files and lists; by the rules of `application/schema.ts`. */
import * as v from 'valibot';
import type { FieldKind } from '../../application/fields.ts';
import { ADDRESS_LINE, LONGEST_TEXT } from '../../application/schema.ts';
import { GENDERS, KINSHIP, MONTHS } from '../../reference/choices.ts';
import { COUNTRY_CODES } from '../../reference/countries.ts';
import { REGIONS } from '../../reference/regions.ts';

/** What an application's field and a list item's have in common. */
interface Rule {
  kind: FieldKind;
  required: boolean;
  max: number;
}

export const date = v.pipe(v.string(), v.isoDate(), v.description('A date of the calendar, without a time zone.'));
export const country = v.pipe(v.picklist(COUNTRY_CODES), v.description('ISO 3166-1 alpha-2.'));
export const phone = v.pipe(
  v.string(),
  v.regex(/^\+\d[\d ]*\d$/),
  v.maxLength(LONGEST_TEXT),
  v.description(
    'International: a plus, 7 to 13 digits, single spaces. Also checked by the numbering plan of its country.',
  ),
);
export const passport = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9 -]+$/),
  v.maxLength(LONGEST_TEXT),
  v.description('5 to 20 Latin letters and digits; spaces and hyphens do not count.'),
);

const text = (required: boolean, max: number) =>
  required ? v.pipe(v.string(), v.minLength(1), v.maxLength(max)) : v.pipe(v.string(), v.maxLength(max));
export const address = v.pipe(
  v.object({
    region: v.pipe(
      v.picklist(REGIONS.map(({ id }) => String(id))),
      v.description('Id of the reference table of regions.'),
    ),
    district: v.pipe(v.string(), v.regex(/^\d+$/), v.description('Id of a district; it has to belong to the region.')),
    street: text(true, ADDRESS_LINE),
    flat: text(false, ADDRESS_LINE),
  }),
  v.description('An address in Uzbekistan.'),
);

/** Of texts whose rules are too much for a pattern; an empty one is none of these rules' business. */
const SAYS: Partial<Record<FieldKind, string>> = {
  name: 'Letters of any script, apostrophes, hyphens, spaces; at least one letter.',
  text: 'One line, without control or invisible characters.',
  longtext: 'Several lines, without control or invisible characters. A line ends with CR LF, as in any multipart body.',
};

/** @param rule of a kind that is no file and no list */
export function sentAnswer({ kind, required, max }: Rule): v.GenericSchema {
  const schema = schemaOf(kind, required, max);
  return required || kind in SAYS ? schema : v.union([v.literal(''), schema]);
}

function schemaOf(kind: FieldKind, required: boolean, max: number): v.GenericSchema {
  switch (kind) {
    case 'email':
      return v.pipe(v.string(), v.regex(/^[^\s@]+@[^\s@]+$/), v.maxLength(max));
    case 'phone':
      return phone;
    case 'passport':
      return passport;
    case 'date':
      return date;
    case 'gender':
      return v.picklist(GENDERS.map(({ value }) => value));
    case 'kinship':
      return v.picklist(KINSHIP);
    case 'country':
      return country;
    case 'months':
      return v.picklist(MONTHS);
    case 'address':
      return address;
    case 'flag':
      return v.picklist(['yes', 'no']);
    case 'consent':
      return v.literal('yes');
    default:
      return v.pipe(text(required, max || LONGEST_TEXT), v.description(SAYS[kind] ?? ''));
  }
}
