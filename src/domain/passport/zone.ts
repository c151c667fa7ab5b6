/** The machine-readable zone of a passport: two lines of 44 characters (ICAO Doc 9303 part 4 §4.2.2). */

import { MISSING_NAME } from '../input/one-name.ts';
import { dateOfBirth, dateOfExpiry } from './centuries.ts';
import { FILLER } from './check-digits.ts';
import { citizenshipOf } from './country-codes.ts';
import type { PassportReading, ZoneValue } from './reading.ts';
import { chooseZeros } from './zeros.ts';

export const LINE_LENGTH = 44;
const NAMES_AT = 5;

/** Allowed characters of each place, so that no O is read in a date and no 0 in a name. */
export type CharacterKind = 'letter' | 'digit' | 'sex' | 'any';

/** @param line 0 or 1 @param place 0 to 43 @returns fillers are of each kind but `sex`, which has its own */
export function characterKindAt(line: number, place: number): CharacterKind {
  if (line === 0 || (place >= 10 && place < 13)) return 'letter';
  if (place === 20) return 'sex';
  return place < 9 || (place >= 28 && place < 42) ? 'any' : 'digit';
}

export const CHARACTER_PATTERNS: Readonly<Record<CharacterKind, RegExp>> = {
  letter: /[A-Z<]/,
  digit: /[0-9<]/,
  sex: /[MFX<]/,
  any: /[0-9A-Z<]/,
};

export interface ZoneText {
  lines: readonly [string, string];
  /** For each character of both lines, whether it is clearly ahead of its runner-up. */
  clear: readonly [readonly boolean[], readonly boolean[]];
  /** `clear` of line 2 with O and 0 counted as one; `clear` unless given. */
  clearButZeros?: readonly boolean[];
}

/** @param today `YYYY-MM-DD` @returns null for a wrong check digit or another document: nothing of it may be used */
export function parseZone({ lines, clear, clearButZeros }: ZoneText, today: string): PassportReading | null {
  const [first, second] = lines;
  if (first.length !== LINE_LENGTH || second.length !== LINE_LENGTH || !first.startsWith('P')) return null;
  const [firstClear, secondClear] = clear;
  const chosen = chooseZeros(second, secondClear, (place) => ['any', 'digit'].includes(characterKindAt(1, place)));
  if (!chosen) return null;
  /** A piece of line 2; unclear where one of its characters is. */
  const piece = (from: number, to: number, readAs: (text: string) => ZoneValue): ZoneValue =>
    (clearButZeros ?? secondClear).slice(from, to).every(Boolean) ? readAs(chosen.text.slice(from, to)) : UNCLEAR;
  const born = piece(13, 19, (text) => dateValue(text, dateOfBirth(text, today)));
  const ends = piece(21, 27, (text) => dateValue(text, dateOfExpiry(text, today)));
  // Either may be wrong.
  const isReversed = born.value !== undefined && ends.value !== undefined && born.value >= ends.value;
  return {
    ...namesOf(first, firstClear),
    passport_number: chosen.isNumberCertain ? piece(0, 9, numberOf) : UNCLEAR,
    citizenship: piece(10, 13, citizenshipOf),
    date_birth: isReversed ? REVERSED : born,
    gender: piece(20, 21, genderOf),
    passport_expire: isReversed ? REVERSED : ends,
  };
}

const UNCLEAR: ZoneValue = { unsure: 'unclear' };
const NOT_GIVEN: ZoneValue = { unsure: 'notGiven' };
const REVERSED: ZoneValue = { unsure: 'birthAfterExpiry' };

/** A filler within a number stands for a character outside the zone's alphabet. */
function numberOf(text: string): ZoneValue {
  const value = withoutFillers(text);
  if (value === '') return NOT_GIVEN;
  return value.includes(FILLER) ? UNCLEAR : { value };
}

/** Fillers stand for unknown parts of a date. */
function dateValue(text: string, value: string | null): ZoneValue {
  if (value !== null) return { value };
  return text.includes(FILLER) ? NOT_GIVEN : UNCLEAR;
}

function genderOf(text: string): ZoneValue {
  if (text === 'M') return { value: 'male' };
  return text === 'F' ? { value: 'female' } : NOT_GIVEN;
}

/** Surname and given names, separated by two fillers. An unclear surname makes the given names unclear too. */
function namesOf(line: string, clear: readonly boolean[]): Pick<PassportReading, 'surname' | 'name'> {
  const text = line.slice(NAMES_AT);
  const isClear = (from: number, to?: number) => clear.slice(NAMES_AT).slice(from, to).every(Boolean);
  const both = (value: ZoneValue) => ({ surname: value, name: value });
  const [surname = '', name = '', more] = withoutFillers(text).split('<<');
  // A third part, or a gap of three, is a reading error.
  if (more !== undefined || surname.startsWith(FILLER) || name.startsWith(FILLER)) return both(UNCLEAR);
  const namesAt = surname.length + '<<'.length;
  if (!isClear(0, namesAt)) return both(UNCLEAR);
  if (!text.endsWith(FILLER)) return both({ unsure: 'truncated' });
  if (!isClear(namesAt)) return { surname: nameValue(surname), name: UNCLEAR };
  // A single name is in the surname's place (ICAO Doc 9303 part 4).
  const given: ZoneValue = name === '' && surname !== '' ? { value: MISSING_NAME } : nameValue(name);
  return { surname: nameValue(surname), name: given };
}

function withoutFillers(text: string): string {
  let end = text.length;
  while (text[end - 1] === FILLER) end -= 1;
  return text.slice(0, end);
}

function nameValue(text: string): ZoneValue {
  return text === '' ? NOT_GIVEN : { value: text.replaceAll(FILLER, ' ') };
}
