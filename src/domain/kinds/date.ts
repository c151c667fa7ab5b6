/** A calendar date: `YYYY-MM-DD`, in a form three boxes. */
import type { FieldCode } from '../api/errors.ts';
import { writtenDate, writtenDay } from '../i18n/written-dates.ts';
import { type DateParts, EMPTY_DATE, isPartOfDate, isRealDate, joinDate, splitDate } from '../input/date.ts';
import { normalizeNumber } from '../input/text.ts';
import type { Kind } from './kind.ts';
import { textKind } from './text.ts';

function dateIssue(text: string): FieldCode | null {
  if (isPartOfDate(text)) return 'date_incomplete';
  if (/^\d{1,3}-/.test(text)) return 'date_year';
  return isRealDate(text) ? null : 'date_unreal';
}

export const date: Kind<string, DateParts, string> = {
  ...textKind({
    check: (text) => dateIssue(text),
    readRecord: (text, read) => read.day(text),
    describe(text, { t }) {
      if (isRealDate(text)) return writtenDate(text, t);
      return Number.isNaN(Date.parse(text)) ? text : writtenDay(text, t);
    },
  }),
  toForm: (value) => splitDate(value),
  fromForm: (boxes) => normalizeNumber(joinDate(boxes ?? EMPTY_DATE)),
};
