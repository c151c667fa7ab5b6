/** A passport's reading as text. */
import { answerText } from '../../domain/application/answers.ts';
import { FIELDS } from '../../domain/application/fields.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { isPartOfDate } from '../../domain/input/date.ts';
import type { ZoneField } from '../../domain/passport/reading.ts';
import { textOf } from '../../stores/page-text.ts';
import { shownCountry } from './country-names.ts';

/** An answer as text; an incomplete date with its boxes unchanged. */
export function passportAnswerText(locale: Locale, field: ZoneField, value: string): string {
  const { kind } = FIELDS[field];
  if (isPartOfDate(value)) return value.split('-').reverse().join('.');
  return answerText(kind, value, { locale, t: textOf(locale, 'forms').find, countryName: shownCountry });
}
