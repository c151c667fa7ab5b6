/** The office's texts and clock: names of statuses, types and fields; days in the office's time zone. */
import authEn from '../../locales/auth/en.json' with { type: 'json' };
import authRu from '../../locales/auth/ru.json' with { type: 'json' };
import employeeEn from '../../locales/employee/en.json' with { type: 'json' };
import employeeRu from '../../locales/employee/ru.json' with { type: 'json' };
import { OFFICE_TIME_ZONE } from '../../src/content/owner.ts';
import { countryName } from '../../src/domain/application/answers.ts';
import { fieldLabel as labelAmongParts } from '../../src/domain/application/field-names.ts';
import { isFieldName, LIST_NAMES, listKindOf } from '../../src/domain/application/fields.ts';
import { isStatus } from '../../src/domain/application/status.ts';
import { APPLICATION_TYPES, readApplicationType } from '../../src/domain/application/types.ts';
import { PASSPORT_SCAN } from '../../src/domain/application/wire-names.ts';
import { createClock } from '../../src/domain/i18n/dates.ts';
import { LOCALES, type Locale } from '../../src/domain/i18n/locales.ts';
import { isRealDate } from '../../src/domain/input/date.ts';
import { createWords, formWords, type MailTexts, mailTextsIn } from '../admin/mail/words.ts';

const siteWords = createWords({
  ru: { auth: authRu, employee: employeeRu },
  en: { auth: authEn, employee: employeeEn },
});

/** "In review by the expert group"; an unknown status is returned unchanged. */
export const statusName = (status: string, locale: Locale): string =>
  isStatus(status) ? siteWords(locale, 'auth')(`stages.${status}.title`) : status;

/** "Founder"; an unknown type is returned unchanged. */
export const typeName = (type: string, locale: Locale): string =>
  APPLICATION_TYPES.some((known) => known === type) ? siteWords(locale, 'employee')(`types.${type}`) : type;

/** Texts of the form that address the applicant; officers get others. */
export const OFFICE_LABELS: readonly string[] = [
  'parts.contact.title',
  'items.formatted_relatives.kinship.label',
  'fields.petitioner_name.label_founder',
  ...['one_name', 'no_expiry', PASSPORT_SCAN, 'validity_time', 'formatted_address'].map(
    (name) => `fields.${name}.label`,
  ),
  ...['relatives_check', 'previos_trips_check', 'last_trips_check'].map((name) => `fields.${name}.label`),
];

/** The words of the form as officers read them. */
export function officeFormWords(locale: Locale): MailTexts {
  const [forms, t] = [formWords(locale), mailTextsIn(locale, 'web')];
  const words: typeof t = Object.assign(
    (key: string, values?: Record<string, unknown>) => {
      const own = OFFICE_LABELS.find((label) => label === key || label === `${key}_${values?.context}`);
      return own ? t(`form.${own}`) : forms(key, values);
    },
    { find: forms.find },
  );
  return words;
}

const labels = new Map<string, string>();

/** The label of a field outside its part, for officers. @param type `''` for an unknown one, or several */
export function officeFieldLabel(name: string, type: string, locale: Locale): string {
  const known = readApplicationType(type);
  const place = `${locale} ${known} label ${name}`;
  const text = labels.get(place) ?? labelAmongParts(officeFormWords(locale), known, name);
  if (isFieldName(name)) labels.set(place, text);
  return text;
}

/** The label of a file: of its field, or of the list whose items have it. */
export function fileLabel(field: string, type: string, locale: Locale): string {
  const list = LIST_NAMES.find((name) => field in listKindOf(name).fields);
  return list ? officeFormWords(locale)(`items.${list}.${field}.label`) : officeFieldLabel(field, type, locale);
}

/** Names of countries by language and code: `Intl` takes 50 µs for each, and long lists have hundreds. */
const countries = new Map<string, string>();

/** Names countries by their codes; `''` for an unknown one. */
export const countryNames =
  (locale: Locale) =>
  (code: string): string => {
    const place = `${locale} ${code}`;
    const name = countries.get(place) ?? countryName(code, locale);
    if (name !== '') countries.set(place, name);
    return name;
  };

type Clock = ReturnType<typeof createClock>;
const CLOCKS = new Map<Locale, Clock>(
  LOCALES.map((locale) => [locale, createClock(OFFICE_TIME_ZONE, formWords(locale))]),
);

/** Times and days in the office's time zone, whatever the machine's zone is. */
export const officeClock = (locale: Locale): Clock => CLOCKS.get(locale) as Clock;

/** True for a real date from 1970 to 2999, `YYYY-MM-DD`: the clock cannot count with others. */
export const isOfficeDate = (date: string): boolean => isRealDate(date) && date >= '1970' && date < '3000';

/** The office's date at an instant. @param at milliseconds since 1970 @returns `YYYY-MM-DD` */
export const dayOf = (at: number): string => officeClock('en').dateOf(at);

/** Midnight in the office, `later` days after a date. @param date `YYYY-MM-DD` @returns milliseconds since 1970 */
export const startOfDay = (date: string, later = 0): number => officeClock('en').startOf(date, later);
