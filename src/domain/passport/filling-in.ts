/** Compares answers with a passport reading, and fills them in from it. Values are the wire's; dates may be partial. */
import { isIncompleteDate } from '../input/date.ts';
import { MISSING_ANSWER } from '../input/missing-answers.ts';
import { compactNumber } from '../input/text.ts';
import { type PassportReading, type UnsureReason, ZONE_FIELDS, type ZoneField } from './reading.ts';

export type ZoneValues = Partial<Record<ZoneField, string>>;
/** Answers to compare with a reading; missing ones are empty. */
export type PassportAnswers = ZoneValues & {
  middlename?: string;
  passport_date?: string;
  planned_length_stay_to?: string;
};

export interface PassportDifference {
  field: ZoneField;
  typed: string;
  read: string;
}

/** Values read from the passport that the form would refuse beside the other answers, with the code of the issue. */
export type RefusedValues = Partial<Record<ZoneField, string>>;

interface FillPlan {
  /** Values for empty fields. */
  fill: ZoneValues;
  /** Answers that differ from the photo. The applicant is asked about them. */
  differing: PassportDifference[];
  /** Fields that stay empty, and why. */
  unfilled: ({ field: ZoneField } & (
    | { reason: UnsureReason; candidates?: readonly string[] | undefined; read?: undefined }
    | { reason: string; read: string; candidates?: undefined }
  ))[];
}

/** @param refused values that are not filled in @param fields asked of the holder */
export function planFill(
  reading: PassportReading,
  answers: PassportAnswers,
  refused: RefusedValues = {},
  fields: readonly ZoneField[] = ZONE_FIELDS,
): FillPlan {
  const plan: FillPlan = { fill: {}, differing: [], unfilled: [] };
  for (const field of fields) {
    const { value: read, unsure, candidates } = reading[field];
    const typed = answers[field] ?? '';
    const isEmpty = typed.trim() === '';
    const code = refused[field];
    if (read === undefined) {
      if (isEmpty) plan.unfilled.push({ field, reason: unsure, candidates });
    } else if (!isEmpty) {
      if (!matchesReading(field, answers, read)) plan.differing.push({ field, typed, read });
    } else if (code) plan.unfilled.push({ field, reason: code, read });
    else plan.fill[field] = read;
  }
  return plan;
}

/** Answers that differ from the photo, except half-typed dates. */
export function passportDifferences(
  reading: PassportReading,
  answers: PassportAnswers,
  fields?: readonly ZoneField[],
): PassportDifference[] {
  const { differing } = planFill(reading, answers, {}, fields);
  return differing.filter(
    ({ field, typed }) => !((field === 'date_birth' || field === 'passport_expire') && isIncompleteDate(typed)),
  );
}

/** The fields whose answers equal those of the photo. */
export function answersFrom(
  reading: PassportReading,
  answers: PassportAnswers,
  fields: readonly ZoneField[],
): ZoneField[] {
  return fields.filter((field) => {
    const { value } = reading[field];
    return value !== undefined && matchesReading(field, answers, value);
  });
}

/** The passport's last day if it is before the end of the stay; null where the rules refuse the answer (check-application.ts). */
export function endsBeforeStay(reading: PassportReading, answers: PassportAnswers): string | null {
  const { value: ends } = reading.passport_expire;
  const { planned_length_stay_to: stayEnds, passport_expire } = answers;
  return ends && ends !== passport_expire && stayEnds && ends < stayEnds ? ends : null;
}

// The zone has only the capitals A to Z and spaces.

/** Letters that do not decompose, and their spellings in the zone (ICAO Doc 9303 part 3, section 6). */
const LETTERS: Record<string, readonly [short: string, long: string]> = {
  Ä: ['A', 'AE'], Å: ['A', 'AA'], Æ: ['AE', 'AE'], Ð: ['D', 'D'], Đ: ['D', 'D'], Ħ: ['H', 'H'], İ: ['I', 'I'],
  Ł: ['L', 'L'], Ñ: ['N', 'NXX'], Ö: ['O', 'OE'], Ø: ['O', 'OE'], Œ: ['OE', 'OE'], ß: ['S', 'SS'], ẞ: ['S', 'SS'],
  Þ: ['TH', 'TH'], Ŧ: ['T', 'T'], Ü: ['U', 'UE'],
}; // biome-ignore format: a table is read by its rows

/** A name in the spellings of the zone: no apostrophes, hyphens as spaces. States differ, so there are two. */
function zoneSpellings(name: string): readonly string[] {
  const capitals = name.trim().replaceAll('ß', 'ẞ').toUpperCase().normalize('NFC');
  return [0, 1].map((way) =>
    [...capitals]
      .map((letter) => LETTERS[letter]?.[way] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
      .join('')
      .replace(/['’ʼʻ‘]/g, '')
      .replace(/[-\s]+/g, ' '),
  );
}

const bareNumber = (number: string) => compactNumber(number).toUpperCase();

/** @param answers by wire name, as typed @param read the zone's value of the field */
export function matchesReading(field: ZoneField, answers: Partial<Record<string, string>>, read: string): boolean {
  const typed = answers[field] ?? '';
  if (read === MISSING_ANSWER) return typed === MISSING_ANSWER;
  if (field === 'passport_number') return bareNumber(typed) === bareNumber(read);
  if (field === 'surname') return zoneSpellings(typed).includes(read);
  if (field !== 'name') return typed === read;
  // The zone has all given names in one field; the form has a separate field for the middle name.
  return [typed, `${typed} ${answers.middlename ?? ''}`].some((name) => zoneSpellings(name).includes(read));
}
