/** Dates, whole or in part. */
import type { FieldCode } from '../api/field-codes.ts';
import { writtenDate, writtenDay } from '../i18n/dates.ts';
import {
  type DateBoxes,
  EMPTY_DATE,
  isApplicationYear,
  isIncompleteDate,
  isRealDate,
  joinDate,
  spanOf,
  splitDate,
} from '../input/date.ts';
import { MISSING_ANSWER } from '../input/missing-answers.ts';
import { normalizeNumber } from '../input/text.ts';
import type { Kind } from './kind.ts';
import { textKind } from './text.ts';

/** Matches no text: such dates are never partial. Partial dates are those of {@link joinDate} and of hosts (`1960-00-00`). */
const WHOLE = /(?!)/;
export const TO_THE_MONTH = /^(\d{4}-(?!00)\d\d)-(?:00)?$/;
export const TO_THE_YEAR = /^((?!0000)\d{4}(?:-(?!00)\d\d)?)(?:-(?:00)?){1,2}$/;

/**
 * A calendar date: `YYYY-MM-DD`, or three boxes in a form. Some may lack the day, or all but the year.
 * @param inPart matches partial dates and captures the known part
 */
function dateKind(inPart: RegExp): Kind<string, DateBoxes, string> {
  const shorten = (text: string) => text.replace(inPart, '$1');
  const hasItsShape = (text: string) => text.length < 10 && text !== '' && inPart.test(`${text}-`);
  const isInPart = (text: string) => hasItsShape(text) && spanOf(text) !== null;
  const rangeIssue = (text: string) => (isApplicationYear(text) ? null : 'date_years');
  return {
    ...textKind({
      check(text, { wholeDates }): FieldCode | null {
        if (isInPart(text)) return rangeIssue(text) ?? (wholeDates ? 'date_whole' : null);
        if (hasItsShape(text)) return 'date_unreal';
        if (isIncompleteDate(text) || /^\d{4}(?:-\d\d)?$/.test(text))
          return wholeDates && inPart !== WHOLE ? 'date_whole' : 'date_incomplete';
        if (/^\d{1,3}-/.test(text)) return 'date_year';
        return isRealDate(text) ? rangeIssue(text) : 'date_unreal';
      },
      describe(text, { t }) {
        if (text === MISSING_ANSWER) return t('name.missing');
        if (isRealDate(text)) return writtenDate(text, t);
        if (isInPart(text)) return text.split('-').reverse().join('.');
        return Number.isNaN(Date.parse(text)) ? text : writtenDay(text, t);
      },
    }),
    toForm: splitDate,
    // A form that has all answers may have the missing one as well.
    fromForm: (boxes: DateBoxes | string) =>
      typeof boxes === 'string' ? boxes : shorten(normalizeNumber(joinDate(boxes ?? EMPTY_DATE))),
  };
}

export const DATE_KINDS = {
  date: dateKind(WHOLE),
  /** People know the month of a journey ten years ago. */
  tripDate: dateKind(TO_THE_MONTH),
  /** Some passports show the year of birth only. */
  birthDate: dateKind(TO_THE_YEAR),
};
