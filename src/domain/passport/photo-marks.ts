/**
 * Answers that differ from the photo of a passport, as text in the field `photo_kept`: a line each of path, answer, the photo's
 * value, and "kept" once the applicant has kept the answer. A mark counts while its answer is unchanged, so none has to be removed.
 */
import { FIELDS } from '../application/fields.ts';
import type { ApplicationValues } from '../application/values.ts';
import { KINDS, kindOf } from '../kinds/index.ts';
import { type PassportAnswers, type PassportDifference, passportDifferences, type ZoneValues } from './filling-in.ts';
import { type PassportHolder, passportAnswersIn, zoneFieldAt } from './holders.ts';
import type { PassportReading } from './reading.ts';

export interface PhotoMark extends PassportDifference {
  path: string;
  isKept: boolean;
}

function parse(text: string): PhotoMark[] {
  return text.split('\n').flatMap((line) => {
    const [path = '', typed = '', read = '', kept] = line.split('|');
    const field = zoneFieldAt(path)?.field;
    return field && read ? [{ path, field, typed, read, isKept: kept === 'kept' }] : [];
  });
}

/** The differences between a reading and the answers of its holder. @param confirmed answers that the applicant has kept */
export function marksOfReading(
  { reading, confirmed }: { reading: PassportReading; confirmed: ZoneValues },
  answers: PassportAnswers,
  { fields, pathOf }: PassportHolder,
): PhotoMark[] {
  return passportDifferences(reading, answers, fields).map((difference) => {
    const { field, typed } = difference;
    return { ...difference, path: pathOf(field), isKept: confirmed[field] === typed };
  });
}

/** The stored marks of a person whose answers are still the same. */
export function storedMarks(text: string, answers: PassportAnswers, holder: PassportHolder): PhotoMark[] {
  return parse(text).filter(
    ({ path, field, typed }) => holder.pathOf(field) === path && (answers[field] ?? '').trim() === typed.trim(),
  );
}

/** Replaces a person's marks. Those that do not fit are left out. */
export function withMarks(text: string, { pathOf }: PassportHolder, marks: readonly PhotoMark[]): string {
  const others = parse(text).filter(({ path, field }) => pathOf(field) !== path);
  const lines = [...others, ...marks]
    .filter(({ typed }) => !/[|\n]/.test(typed))
    .map(({ path, typed, read, isKept }) => [path, typed, read, isKept ? 'kept' : ''].join('|'))
    .sort();
  return lines.reduce((all, line) => {
    const longer = all ? `${all}\n${line}` : line;
    return longer.length > KINDS.photoMarks.max ? all : longer;
  }, '');
}

/** The marks of an application, for the officers. */
export function marksIn(values: ApplicationValues): PhotoMark[] {
  return parse(values.photo_kept).filter(({ path, field, typed }) => {
    const place = zoneFieldAt(path);
    return place && passportAnswersIn(values, place.holder)[field] === kindOf(FIELDS[field]).normalize(typed);
  });
}
