/**
 * What the photos of passports show, as text in the field {@link PHOTO_MARKS}. For each person a line names the scan and the digest of the
 * file that was read; a line each has an answer's path, what the applicant keeps against the photo, the photo's value (or `?`, why it
 * is open, and dates to choose from), and the answer's state. Differences are found when they are shown. The lines of kept answers
 * are marks, which are sent; the others stay on the device (kinds/text.ts).
 */
import { FIELDS } from '../application/fields.ts';
import type { ApplicationValues } from '../application/values.ts';
import { PHOTO_MARKS } from '../application/wire-names.ts';
import { isRealDate } from '../input/date.ts';
import { KINDS, kindOf } from '../kinds/index.ts';
import { isMark } from '../kinds/text.ts';
import type { PassportDifference, ZoneValues } from './filling-in.ts';
import { linesOfOthers, type PassportHolder, passportAnswersIn, zoneFieldAt } from './holders.ts';
import { isUnsureReason, NOTHING_READ, type PassportReading, type ZoneField, type ZoneValue } from './reading.ts';

export interface PhotoMarks {
  /** Digest of the file that was read; `''` for a file that only the host has. */
  file: string;
  reading: PassportReading;
  /** Answers filled in from it that were neither compared nor changed since. */
  filled: readonly ZoneField[];
  /** Answers from a photo that this one replaced, which does not show them. */
  earlier: readonly ZoneField[];
  /** Answers that the applicant keeps although the photo shows others. */
  kept: ZoneValues;
}

/** A kept answer, as officers see it. */
export interface KeptAnswer extends PassportDifference {
  path: string;
}

const OPEN = '?';

function readValue(text: string): ZoneValue {
  if (!text.startsWith(OPEN)) return { value: text };
  const [reason = '', ...candidates] = text.slice(OPEN.length).split(' ');
  const unsure = isUnsureReason(reason) ? reason : 'unclear';
  const dates = candidates.filter(isRealDate);
  return dates.length > 0 ? { unsure, candidates: dates } : { unsure };
}

export const photoMarks = {
  /** The marks of a person; null where the text has none. */
  of(text: string, { scan, fields, pathOf }: PassportHolder): PhotoMarks | null {
    const lines = new Map(text.split('\n').map((line) => [line.split('|', 1)[0], line.split('|').slice(1)]));
    const [, file = ''] = lines.get(scan) ?? [];
    const reading: Partial<Record<ZoneField, ZoneValue>> = {};
    const kept: ZoneValues = {};
    const inState: Record<string, ZoneField[]> = { filled: [], earlier: [] };
    for (const field of fields) {
      const [typed = '', read = '', state = ''] = lines.get(pathOf(field)) ?? [];
      if (!read) continue;
      reading[field] = readValue(read);
      if (typed) kept[field] = typed;
      inState[state]?.push(field);
    }
    if (!file && Object.keys(reading).length === 0) return null;
    const { filled = [], earlier = [] } = inState;
    return { file, reading: { ...NOTHING_READ, ...reading }, filled, earlier, kept };
  },
  /** Replaces a person's lines, marks first; null removes them. Lines that do not fit are left out. */
  with(text: string, holder: PassportHolder, marks: PhotoMarks | null): string {
    const own = marks ? linesOf(marks, holder) : [];
    const lines = [...linesOfOthers(text, holder), ...own].sort();
    return [...lines.filter(isMark), ...lines.filter((line) => !isMark(line))].reduce((all, line) => {
      const longer = all ? `${all}\n${line}` : line;
      return longer.length > KINDS.photoMarks.max ? all : longer;
    }, '');
  },
  /** Removes answers that were compared or changed. */
  without(marks: PhotoMarks, fields: readonly ZoneField[]): PhotoMarks {
    const isLeft = (field: ZoneField) => !fields.includes(field);
    return { ...marks, filled: marks.filled.filter(isLeft), earlier: marks.earlier.filter(isLeft) };
  },
  /** The marks of an application, for the officers. */
  in(values: ApplicationValues): KeptAnswer[] {
    return values[PHOTO_MARKS].split('\n').flatMap((line) => {
      const [path = '', typed = '', read = ''] = line.split('|');
      const place = zoneFieldAt(path);
      if (!place || !read) return [];
      const { holder, field } = place;
      const isPresent = passportAnswersIn(values, holder)[field] === kindOf(FIELDS[field]).normalize(typed);
      return isPresent ? [{ path, field, typed, read }] : [];
    });
  },
};

function linesOf({ file, reading, filled, earlier, kept }: PhotoMarks, holder: PassportHolder): string[] {
  const stateOf = (field: ZoneField) => {
    if (filled.includes(field)) return 'filled';
    return earlier.includes(field) ? 'earlier' : '';
  };
  const lines = holder.fields.map((field) => {
    const { value, unsure, candidates = [] } = reading[field];
    const typed = kept[field] ?? '';
    const answer = /[|\n]/.test(typed) ? '' : typed;
    return [
      holder.pathOf(field),
      answer,
      value ?? [OPEN + unsure, ...candidates].join(' '),
      answer ? 'kept' : stateOf(field),
    ].join('|');
  });
  return [[holder.scan, '', file, ''].join('|'), ...lines];
}
