/** A calendar date: `YYYY-MM-DD`, in a form three boxes. Of some the day may be left out, or all but the year. */
import type { FieldCode } from '../api/errors.ts';
import { writtenDate, writtenDay } from '../i18n/written-dates.ts';
import { type DateParts, EMPTY_DATE, isPartOfDate, isRealDate, joinDate, spanOf, splitDate } from '../input/date.ts';
import { normalizeNumber } from '../input/text.ts';
import type { Kind } from './kind.ts';
import { textKind } from './text.ts';

/** What {@link joinDate} makes of boxes of which the last may be empty, and hosts of a date in part (`1960-00-00`). */
const WHOLE = /(?!)/;
const TO_THE_MONTH = /^(\d{4}-(?!00)\d\d)-(?:00)?$/;
const TO_THE_YEAR = /^((?!0000)\d{4}(?:-(?!00)\d\d)?)(?:-(?:00)?){1,2}$/;

/** @param inPart dates that are known in part only; what is known of them is captured */
function dateKind(inPart: RegExp): Kind<string, DateParts, string> {
  const shorten = (text: string) => text.replace(inPart, '$1');
  const hasItsShape = (text: string) => text.length < 10 && text !== '' && inPart.test(`${text}-`);
  const isInPart = (text: string) => hasItsShape(text) && spanOf(text) !== null;
  return {
    ...textKind({
      check(text): FieldCode | null {
        if (isInPart(text)) return null;
        if (hasItsShape(text)) return 'date_unreal';
        if (isPartOfDate(text) || /^\d{4}(?:-\d\d)?$/.test(text)) return 'date_incomplete';
        if (/^\d{1,3}-/.test(text)) return 'date_year';
        return isRealDate(text) ? null : 'date_unreal';
      },
      readRecord: (text, read) => (isInPart(shorten(text)) ? shorten(text) : read.day(text)),
      describe(text, { t }) {
        if (isRealDate(text)) return writtenDate(text, t);
        if (isInPart(text)) return text.split('-').reverse().join('.');
        return Number.isNaN(Date.parse(text)) ? text : writtenDay(text, t);
      },
    }),
    toForm: (value) => splitDate(value),
    fromForm: (boxes) => shorten(normalizeNumber(joinDate(boxes ?? EMPTY_DATE))),
  };
}

export const DATE_KINDS = {
  date: dateKind(WHOLE),
  /** Of a journey of ten years ago people know the month. */
  tripDate: dateKind(TO_THE_MONTH),
  /** Some passports show the year of birth only. */
  birthDate: dateKind(TO_THE_YEAR),
};
