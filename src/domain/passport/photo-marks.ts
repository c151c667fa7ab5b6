/**
 * What the photo of a passport shows, as text in the field `photo_kept`: a line each of path, answer, the photo's value, and "kept"
 * once the applicant has kept the answer. Lines whose answer differs are marks, which are sent; the others stay on the device
 * (kinds/text.ts), so that an answer is compared again after a reload.
 */
import { FIELDS } from '../application/fields.ts';
import type { ApplicationValues } from '../application/values.ts';
import { KINDS, kindOf } from '../kinds/index.ts';
import { isMark } from '../kinds/text.ts';
import { type PassportAnswers, type PassportDifference, passportDifferences, type ZoneValues } from './filling-in.ts';
import { linesOfOthers, type PassportHolder, passportAnswersIn, zoneFieldAt } from './holders.ts';
import { NOTHING_READ, type PassportReading } from './reading.ts';

export interface PhotoMark extends PassportDifference {
  path: string;
  isKept: boolean;
}

/** A reading, and the answers that the applicant has kept against it. */
interface KeptReading {
  reading: PassportReading;
  confirmed: ZoneValues;
}

function parse(text: string): PhotoMark[] {
  return text.split('\n').flatMap((line) => {
    const [path = '', typed = '', read = '', kept] = line.split('|');
    const field = zoneFieldAt(path)?.field;
    return field && read ? [{ path, field, typed, read, isKept: kept === 'kept' }] : [];
  });
}

export const photoMarks = {
  /** The differences between a reading and the answers of its holder. */
  ofReading(
    { reading, confirmed }: KeptReading,
    answers: PassportAnswers,
    { fields, pathOf }: PassportHolder,
  ): PhotoMark[] {
    return passportDifferences(reading, answers, fields).map((difference) => {
      const { field, typed } = difference;
      return { ...difference, path: pathOf(field), isKept: confirmed[field] === typed };
    });
  },
  /** What was stored of a person's photo; a field without a line is not compared. */
  stored(text: string, { pathOf }: PassportHolder): KeptReading {
    const lines = parse(text).filter(({ path, field }) => pathOf(field) === path);
    const kept = lines.filter(({ isKept }) => isKept);
    return {
      reading: { ...NOTHING_READ, ...Object.fromEntries(lines.map(({ field, read }) => [field, { value: read }])) },
      confirmed: Object.fromEntries(kept.map(({ field, typed }) => [field, typed])),
    };
  },
  /** Replaces a person's lines, marks first. Those that do not fit are left out. */
  withReading(
    text: string,
    holder: PassportHolder,
    { reading, marks }: { reading: PassportReading; marks: readonly PhotoMark[] },
  ): string {
    const own = holder.fields.flatMap((field) => {
      const { typed = '', isKept = false } = marks.find((mark) => mark.field === field) ?? {};
      const read = reading[field].value;
      return read && !/[|\n]/.test(typed) ? [[holder.pathOf(field), typed, read, isKept ? 'kept' : ''].join('|')] : [];
    });
    const lines = [...linesOfOthers(text, holder), ...own].sort();
    return [...lines.filter(isMark), ...lines.filter((line) => !isMark(line))].reduce((all, line) => {
      const longer = all ? `${all}\n${line}` : line;
      return longer.length > KINDS.photoMarks.max ? all : longer;
    }, '');
  },
  /** The marks of an application, for the officers. */
  in(values: ApplicationValues): PhotoMark[] {
    return parse(values.photo_kept).filter(({ path, field, typed }) => {
      const place = zoneFieldAt(path);
      return place && passportAnswersIn(values, place.holder)[field] === kindOf(FIELDS[field]).normalize(typed);
    });
  },
};
