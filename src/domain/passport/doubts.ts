/**
 * What looks odd in the passports of an application: asked at the field and on the review page, and marked on the officers' desk.
 * A doubt is never refused; what no passport can have is refused (application/check-application.ts).
 */
import type { ApplicationType } from '../application/types.ts';
import type { ApplicationValues } from '../application/values.ts';
import { addMonths, isApplicationYear, isRealDate, spanOf } from '../input/date.ts';
import { latinSpelling } from '../input/latin-spelling.ts';
import { MISSING_ANSWER } from '../input/missing-answers.ts';
import { isNonLatin } from '../input/name.ts';
import { compactNumber } from '../input/text.ts';
import { calendarOf } from './calendars.ts';

/** Numbers of passports for travel by citizenship, from covers and states' samples. A is a letter, 9 a digit, X either. */
const SHAPES: Record<string, string> = {
  AM: 'AA9999999', AU: 'A9999999 AA9999999', AZ: 'A99999999', BD: 'AA9999999 A99999999', BY: 'AA9999999',
  CA: 'AA999999 A999999AA', CN: 'A99999999 AA9999999', DE: 'XXXXXXXXX', ES: 'AAA999999', FR: '99AA99999',
  GB: '999999999', GE: '99AA99999', ID: 'A9999999 AA9999999 AA999999', IL: '9999999 99999999 999999999', IN: 'A9999999',
  IR: 'A99999999', IT: 'AA9999999', JP: 'AA9999999', KG: 'AA9999999', KR: 'A99999999 A999A9999 AA9999999',
  KZ: 'A99999999 A9999999', LV: 'AA9999999', MN: 'A9999999 A99999999', NP: '9999999 99999999 AA9999999',
  PK: 'AA9999999', PL: 'AA9999999', RU: '999999999', TJ: '999999999 A99999999', TR: 'A99999999', UA: 'AA999999',
  US: '999999999 A99999999', UZ: 'AA9999999', VN: 'A9999999 A99999999',
}; // biome-ignore format: a table is read by its rows

/** Numbers of documents for use inside the country, and personal numbers. */
const INTERNAL: Record<string, string> = {
  AZ: 'XXXXXXX AA9999999', BY: '9999999A999AA9', CN: '99999999999999999X', IN: '999999999999 AAAAA9999A', KG: '99999999999999',
  KR: '9999999999999', KZ: '999999999 999999999999', PK: '9999999999999', RU: '9999999999', TR: '99999999999 A99A99999',
  UA: '999999999 9999999999', UZ: '99999999999999',
}; // biome-ignore format: a table is read by its rows

const LETTER_CLASSES: Record<string, string> = { A: '[A-Z]', 9: '\\d', X: '[A-Z\\d]' };

const hasShape = (number: string, shapes: string) =>
  shapes
    .split(' ')
    .some((shape) => new RegExp(`^${shape.replace(/./g, (place) => LETTER_CLASSES[place] ?? place)}$`).test(number));

/** An example of a number as the country's passports have it: `A1234567`. */
const exampleOf = (shapes: string) => {
  let digit = 0;
  const [first = ''] = shapes.split(' ');
  return first
    .replace(/X/g, '9')
    .replace(/9/g, () => String(++digit % 10))
    .replace(/A/g, (_, at: number) => 'ABC'.charAt(at % 3));
};

/**
 * - `stand_in`: a word in place of a missing name, such as `FNU`
 * - `not_latin`: letters that the passport's Latin line does not have
 * - `number_shape`, `number_internal`: not a number of that country's passports; one of a document for inside the country
 * - `issued_long_ago`, `expires_far_ahead`: by more than 20 years
 * - `under_14`: a specialist; `over_100`
 */
export const DOUBT_CODES = [
  'stand_in',
  'not_latin',
  'number_shape',
  'number_internal',
  'issued_long_ago',
  'expires_far_ahead',
  'under_14',
  'over_100',
] as const;

export interface Doubt {
  /** Path of the value: `surname`, `formatted_relatives.0.name`. */
  path: string;
  code: (typeof DOUBT_CODES)[number];
  /** For `not_latin` a Latin spelling, where the letters have one; for numbers an example of the country's. */
  suggestion?: string | undefined;
}

/** A date that forms and host refuse, since its year belongs to another calendar. */
export interface CalendarDoubt {
  path: string;
  code: 'calendar';
  calendar: NonNullable<ReturnType<typeof calendarOf>>;
  year: string;
}

/** @param values the values known so far */
export function calendarDoubts(values: Partial<ApplicationValues>): CalendarDoubt[] {
  const doubt = (path: string, date = '', citizenship = ''): CalendarDoubt[] => {
    const [year = ''] = date.split('-');
    const calendar = isApplicationYear(year) ? null : calendarOf(year, path.includes('birth'), citizenship);
    return calendar ? [{ path, code: 'calendar', calendar, year }] : [];
  };
  const own = (['passport_date', 'passport_expire', 'date_birth'] as const).flatMap((path) =>
    doubt(path, values[path], values.citizenship),
  );
  const relatives = values.relatives_check === 'yes' ? (values.formatted_relatives ?? []) : [];
  return own.concat(
    ...relatives.map((one, index) =>
      doubt(`formatted_relatives.${index}.birth_of_date`, one.birth_of_date, one.citizenship),
    ),
  );
}

interface DoubtOptions {
  type: ApplicationType | null;
  /** `YYYY-MM-DD` */
  today: string;
}

/** @param values the values known so far, of form or record; a missing one raises no doubt */
export function passportDoubts(values: Partial<ApplicationValues>, { type, today }: DoubtOptions): Doubt[] {
  const relatives = values.relatives_check === 'yes' ? (values.formatted_relatives ?? []) : [];
  return [
    ...numberDoubts('passport_number', values.passport_number, values.citizenship),
    ...validityDoubts(values, today),
    ...nameDoubts('', values),
    ...ageDoubts('date_birth', values.date_birth, { isSpecialist: type === 'specialist', today }),
    ...relatives.flatMap((relative, index) => {
      const at = `formatted_relatives.${index}.`;
      return [
        ...nameDoubts(at, relative),
        ...ageDoubts(`${at}birth_of_date`, relative.birth_of_date, { isSpecialist: false, today }),
        ...numberDoubts(`${at}relativePassport`, relative.relativePassport, relative.citizenship),
      ];
    }),
  ];
}

const PASSPORT_NAMES = ['surname', 'name', 'middlename'] as const;
type Person = Partial<Record<(typeof PASSPORT_NAMES)[number] | 'citizenship' | 'one_name', string>>;

/** What people and other forms write for a missing name, without punctuation; `name`: {@link KINDS_OF_NAMES} as one word. */
const STAND_INS = new Set(
  (
    'na|n a|nil|lnu|fnu|unk|none|null|undefined|blank|empty|mononym|unknown|not applicable|not available|not given|not stated|not specified|not mentioned|not in passport|do not have|dont have|noname|nosurname|no name|no name given|without name|' +
    'name unknown|unknown name|single name|one name only|only one name|нет|нету|отсутствует|не указано|не указана|не имею|не имеется|' +
    'не применимо|не заполнено|пусто|нет в паспорте|нет данных|прочерк|б о|б ф|без name|нет name|немає|няма|yok|yoq|yo q|yoʻq|yoʼq|yoxdur|йок|йўқ|жок|жоқ|' +
    'kein name|kein|keine|ohne|ohne name|sans name|sans nom|pas de name|pas de nom|tidak ada|aucun|sin name|ninguno|brak|无|無|无姓|無姓|无名|没有|沒有|なし|姓なし|없음|성 없음|해당없음|해당 없음'
  ).split('|'),
);
const KINDS_OF_NAMES =
  /\b(?:(?:sur|first|last|given|family|middle|father s|second) ?names?|nachname|apellidos?|prénom|familiyasi|ismi)\b|soyad[ıi]?(?!\p{L})|(?<!\p{L})(?:тегі|аты)(?!\p{L})|(?<![а-я])(?:фамили|имен|отчеств)[а-я]+/gu;
/** Countries where Na is a surname. */
const WITH_NA = ['KR', 'KP', 'CN', 'TW', 'VN'];

/** True for a word or sign in place of a missing name: `N/A`, `FNU`, `XXX`, `нет`, `-`. @param citizenship ISO 3166-1 alpha-2 */
export function isStandIn(name: string, citizenship = ''): boolean {
  const words = name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (words === '') return name.trim() !== '';
  // "F.N.U." is "fnu", "none none" is "none".
  const joined = words.replace(/(?<!\p{L})(\p{L}) (?=\p{L}(?!\p{L}))/gu, '$1').replace(/^(\S+)(?: \1)+$/, '$1');
  if (joined === 'na' && WITH_NA.includes(citizenship)) return false;
  const isListed = [words, joined].some((text) => {
    const meant = text.replace(KINDS_OF_NAMES, 'name');
    return STAND_INS.has(meant) || (meant !== text && STAND_INS.has(meant.replace(/ ?name ?/, '')));
  });
  return isListed || /^[xх0]+$/.test(joined);
}

function nameDoubts(at: string, person: Person): Doubt[] {
  return PASSPORT_NAMES.flatMap((field): Doubt[] => {
    const path = at + field;
    const name = person[field] ?? '';
    if (name === MISSING_ANSWER && person.one_name === 'yes') return [];
    if (isStandIn(name, person.citizenship)) return [{ path, code: 'stand_in' }];
    if (!isNonLatin(name)) return [];
    return [{ path, code: 'not_latin', suggestion: latinSpelling(name, person.citizenship) ?? undefined }];
  });
}

/** No doubts about a usual number, or for a country without an entry. @param citizenship ISO 3166-1 alpha-2 */
function numberDoubts(path: string, typed = '', citizenship = ''): Doubt[] {
  const number = compactNumber(typed).toUpperCase();
  const [shapes, internal] = [SHAPES[citizenship], INTERNAL[citizenship]];
  if (number === '' || !shapes || hasShape(number, shapes)) return [];
  const code = internal && hasShape(number, internal) ? 'number_internal' : 'number_shape';
  return [{ path, code, suggestion: exampleOf(shapes) }];
}

/** True for a date that the form accepts. */
const isKnown = (date: string) => isRealDate(date) && isApplicationYear(date);

const YEARS = 12;
/** The longest validity of any state's passports. */
const LONGEST_VALIDITY = 20 * YEARS;

function validityDoubts(
  { passport_date = '', passport_expire = '' }: Partial<ApplicationValues>,
  today: string,
): Doubt[] {
  const isLongAgo = isKnown(passport_date) && passport_date < addMonths(today, -LONGEST_VALIDITY);
  const isFarAhead = isKnown(passport_expire) && passport_expire > addMonths(today, LONGEST_VALIDITY);
  return [
    ...(isLongAgo ? [{ path: 'passport_date', code: 'issued_long_ago' } as const] : []),
    ...(isFarAhead ? [{ path: 'passport_expire', code: 'expires_far_ahead' } as const] : []),
  ];
}

/** Doubts about a person's age. For a partial date of birth only those that are certain. */
function ageDoubts(
  path: string,
  date: string | undefined,
  { isSpecialist, today }: { isSpecialist: boolean; today: string },
): Doubt[] {
  const [first, last] = isApplicationYear(date ?? '') ? (spanOf(date ?? '') ?? []) : [];
  if (!first || !last || first > today) return [];
  if (isSpecialist && first > addMonths(today, -14 * YEARS)) return [{ path, code: 'under_14' }];
  return last < addMonths(today, -100 * YEARS) ? [{ path, code: 'over_100' }] : [];
}
