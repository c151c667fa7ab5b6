/** Answers as text in one language: for check, list cards, account, confirmation and the wire's texts. */
import type { Words } from '../i18n/dates.ts';
import { INTL_TAGS, type Locale } from '../i18n/locales.ts';
import { joinNames } from '../input/missing-answers.ts';
import { shownEmail } from '../input/shown-email.ts';
import { type Address, address } from '../kinds/address.ts';
import { type FieldKind, kindOf } from '../kinds/index.ts';
import { districtName } from '../reference/districts.ts';
import { regions } from '../reference/regions.ts';

export interface TextContext {
  locale: Locale;
  t: Words;
  /** A country's name by its code, `''` for an unknown one; default: `Intl`. */
  countryName?: (code: string) => string;
}

/** False for a box that only qualifies another answer, such as "one name only". */
export const isAnswer = ({ kind }: { kind: FieldKind }) => kindOf({ kind }).shape !== 'mark';

/** `''` for no answer. An answer that cannot be read is returned unchanged. */
export function answerText(kind: FieldKind, value: unknown, textContext: TextContext): string {
  return kindOf({ kind }).describe(value, describeContext(textContext));
}

const describeContext = ({ locale, t, countryName: listed }: TextContext) => ({
  locale,
  t,
  shownEmail,
  countryName: (code: string) => listed?.(code) ?? countryName(code, locale),
  regionName: (id: string) => regions.name(id, locale),
  districtName: (id: string) => districtName(id, locale),
});

/** Region, district, street and flat in one line; empty parts and unknown ids are left out. */
export function addressText(value: Address, locale: Locale): string {
  return address.describe(value, describeContext({ locale, t: String }));
}

/** "Surname Name Middlename", joined by single spaces. */
export function fullName({ surname, name, middlename }: { surname: string; name: string; middlename: string }): string {
  return joinNames(surname, name, middlename);
}

/** `''` for an unknown code. @param code ISO 3166-1 alpha-2 */
export function countryName(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return '';
  return new Intl.DisplayNames(INTL_TAGS[locale], { type: 'region', fallback: 'none' }).of(code) ?? '';
}
