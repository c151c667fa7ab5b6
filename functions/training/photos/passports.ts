/** Invented passports: the two lines of the zone, and the expected reading. */

import type { ZoneField } from '../../../src/domain/passport/reading.ts';
import { LINE_LENGTH, zoneCharacters } from '../../../src/domain/passport/zone.ts';
import type { Random } from './random.ts';

export interface Passport {
  lines: readonly [string, string];
  /** The expected fields; null if the passport leaves one open. */
  truth: Readonly<Record<ZoneField, string | null>>;
}

/** Photos are read as if on this day, so that a passport's dates never change. */
export const PHOTO_DAY = '2026-11-23';

const COUNTRIES = [['UZB', 'UZ'], ['RUS', 'RU'], ['KAZ', 'KZ'], ['D', 'DE'], ['IND', 'IN'], ['USA', 'US'], ['GBR', 'GB'],
  ['CHN', 'CN'], ['KOR', 'KR'], ['TUR', 'TR'], ['BLR', 'BY'], ['UKR', 'UA'], ['ISR', 'IL'], ['EST', 'EE'], ['POL', 'PL'],
  ['JPN', 'JP'], ['FRA', 'FR'], ['SGP', 'SG'], ['ARM', 'AM'], ['GEO', 'GE'], ['VNM', 'VN'], ['QAT', 'QA'], ['HRV', 'HR'],
  ['MEX', 'MX'], ['CYP', 'CY'], ['LUX', 'LU'], ['ZAF', 'ZA'], ['EGY', 'EG'], ['BGR', 'BG'], ['MKD', 'MK'],
] as const; // biome-ignore format: a table

const ANY = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const VOWELS = 'AEIOUY';
const DIGITS = '0123456789';

const filled = (text: string, length: number) => text.slice(0, length).padEnd(length, zoneCharacters.FILLER);
const string = (random: Random, characters: string, length: number) =>
  Array.from({ length }, () => random.pick(characters)).join('');

/** A pronounceable word of any letters: the reader must not rely on usual names. */
const word = (random: Random) =>
  Array.from(
    { length: random.whole(2, 4) },
    () => random.pick(ANY) + random.pick(random.chance(0.8) ? VOWELS : ANY),
  ).join('');

const isoDate = (random: Random, first: number, last: number) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${random.whole(first, last)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`;
};

/** Numbers as states use them: digits, letters and digits, and some mixed. */
export const plainNumberOf = (random: Random) =>
  random.pick([
    () => string(random, DIGITS, 9),
    () => string(random, ANY, 2) + string(random, DIGITS, 7),
    () => string(random, ANY, 1) + string(random, DIGITS, random.whole(6, 8)),
    () => string(random, ANY + DIGITS, 9),
  ])();

/** Numbers with many zeros, and sometimes the letter O. */
export function zeroNumberOf(random: Random): string {
  const zeros = DIGITS + '0'.repeat(8);
  return random.pick([
    () => string(random, ANY, random.whole(0, 2)) + string(random, zeros, 7),
    () => string(random, zeros, 2) + string(random, ANY, 2) + string(random, zeros, 5),
    () => string(random, ANY + zeros, 9),
  ])();
}

/** @returns a passport with valid check digits */
export function generatePassport(random: Random, newNumber = plainNumberOf): Passport {
  const [code, citizenship] = random.pick(COUNTRIES);
  const [surname, name] = [words(random, random.chance(0.15) ? 2 : 1), words(random, random.whole(1, 2))];
  const passport_number = newNumber(random);
  const [date_birth, passport_expire] = [isoDate(random, 1945, 2007), isoDate(random, 2024, 2036)];
  const sex = random.pick(['M', 'F', 'M', 'F', 'M', 'F', zoneCharacters.FILLER]);
  const optional = random.chance(0.4) ? string(random, random.pick([DIGITS, ANY + DIGITS]), random.whole(5, 14)) : '';
  const zoneName = [surname, name]
    .map((text) => text.replaceAll(' ', zoneCharacters.FILLER))
    .join(zoneCharacters.FILLER + zoneCharacters.FILLER);
  const gender = sex === 'M' ? 'male' : 'female';
  return {
    lines: [
      filled(`P${zoneCharacters.FILLER}${filled(code, 3)}${zoneName}`, LINE_LENGTH),
      secondLine({
        number: passport_number,
        code,
        birth: short(date_birth),
        sex,
        expiry: short(passport_expire),
        optional,
      }),
    ],
    truth: {
      passport_number,
      citizenship,
      surname,
      name,
      date_birth,
      passport_expire,
      gender: sex === zoneCharacters.FILLER ? null : gender,
    },
  };
}

const short = (date: string) => date.slice(2).replaceAll('-', '');

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(' ');
}

interface SecondLine {
  number: string;
  code: string;
  /** `YYMMDD`, as the next. */
  birth: string;
  expiry: string;
  sex: string;
  optional: string;
}

/** ICAO Doc 9303 part 3, section 4.9: the weighted sum modulo 10; a filler counts 0, A to Z count 10 to 35. */
export const checkDigit = (text: string): number =>
  [...text].reduce((sum, character, index) => {
    const value = character === zoneCharacters.FILLER ? 0 : Number.parseInt(character, 36);
    return sum + value * ([7, 3, 1][index % 3] ?? 0);
  }, 0) % 10;

/** Line 2 with its check digits. */
export function secondLine({ number, code, birth, sex, expiry, optional }: SecondLine): string {
  const checked = (text: string) => text + checkDigit(text);
  const [first, born, until] = [checked(filled(number, 9)), checked(birth), checked(expiry)];
  const own = optional === '' ? zoneCharacters.FILLER.repeat(15) : checked(filled(optional, 14));
  return `${first}${filled(code, 3)}${born}${sex}${until}${own}${checkDigit(first + born + until + own)}`;
}

/** Letters that are close to others. */
const CLOSE = 'WWDMMBHNOQ';

/** Two lines of any characters, for training. */
export const anyLines = (random: Random): [string, string] => {
  const characters = ANY + DIGITS + ANY + DIGITS + CLOSE + zoneCharacters.FILLER.repeat(8);
  const line = () => string(random, characters, LINE_LENGTH);
  return [line(), line()];
};
