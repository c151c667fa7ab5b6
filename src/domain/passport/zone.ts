/** The machine-readable zone of a passport: two lines of 44 characters (ICAO Doc 9303 part 4, section 4.2.2). */
import { addMonths, isRealDate } from '../input/date.ts';
import { MISSING_ANSWER } from '../input/missing-answers.ts';
import { COUNTRY_CODES } from '../reference/countries.ts';
import type { PassportReading, ZoneValue } from './reading.ts';

export const LINE_LENGTH = 44;
const NAMES_AT = 5;

/** The characters that each place may have, so that no O is read in a date and no 0 in a name. */
type CharacterKind = 'letter' | 'digit' | 'sex' | 'any';

const CHARACTER_PATTERNS: Readonly<Record<CharacterKind, RegExp>> = {
  letter: /[A-Z<]/,
  digit: /[0-9<]/,
  sex: /[MFX<]/,
  any: /[0-9A-Z<]/,
};

interface ZoneText {
  /** Line 1 is null where only line 2 was found. */
  lines: readonly [string | null, string];
  /** For each character of both lines, whether it is clearly more likely than the next one. */
  clear: readonly [readonly boolean[], readonly boolean[]];
  /** `clear` of line 2 with O and 0 counted as one; `clear` unless given. */
  clearButZeros?: readonly boolean[];
  /** The characters that are likely at each place of line 2. */
  likely?: readonly string[];
}

/** How many check digits (number, birth, expiry) have to be right, with clear characters, where another one is wrong. */
const MIN_CHECKED = 2;

/**
 * Reads the two lines. With all five check digits right, all fields are used; otherwise those of line 2 whose own check digit is
 * right and whose characters are clear. Where line 1 was not read, the names stay empty.
 * @param today `YYYY-MM-DD`
 * @returns null where too few check digits are right, or for another document: then nothing may be used
 */
export function parseZone(
  { lines, clear, clearButZeros, likely = [] }: ZoneText,
  today: string,
): PassportReading | null {
  const [first, second] = lines;
  if ((first ?? second).length !== LINE_LENGTH || second.length !== LINE_LENGTH) return null;
  const [firstClear, secondClear] = clear;
  const isNamed = first?.startsWith('P') ?? false;
  if (first && !isNamed && firstClear[0]) return null;
  const isClear = clearButZeros ?? secondClear;
  const takesDigit = (place: number) => ['any', 'digit'].includes(zoneCharacters.kindAt(1, place));
  const chosen = chooseZeros(settleUnclear(second, secondClear, likely), secondClear, takesDigit);
  const isClearPiece = (from: number, to: number) => isClear.slice(from, to).every(Boolean);
  const isCertain = ({ at, over: [[from, to]] }: (typeof CHECKS)[number]) =>
    isRight(chosen.text, at) && isClearPiece(from, to) && isClear[at];
  const isWhole = isChecked(chosen.text);
  if (!isWhole && !(isNamed && CHECKS.slice(0, 3).filter(isCertain).length >= MIN_CHECKED)) return null;
  /** A piece of line 2; unclear where one of its characters is unclear. */
  const piece = (from: number, to: number, readAs: (text: string) => ZoneValue): ZoneValue =>
    isClearPiece(from, to) ? readAs(chosen.text.slice(from, to)) : UNCLEAR;
  /** A piece with a check digit behind it. The check digit settles one unclear character if all others are right too. */
  const checkedPiece = (
    from: number,
    to: number,
    twins: readonly string[],
    readAs: (text: string) => ZoneValue,
  ): ZoneValue => {
    if (!isRight(chosen.text, to) || (!isWhole && !isClear[to])) return UNCLEAR;
    const [only, other] = unclearPlaces(secondClear, from, to);
    const read = chosen.text[only ?? -1] ?? '';
    const hasTwin =
      twins.some((alike) => alike.includes(read)) || fittingAt(chosen.text, only ?? -1, to, likely).length > 1;
    const isSettled = isWhole && only !== undefined && other === undefined && secondClear[to] && !hasTwin;
    return isSettled ? readAs(chosen.text.slice(from, to)) : piece(from, to, readAs);
  };
  const ends = checkedPiece(21, 27, DATE_TWINS, (text) => dateValue(text, dateOfExpiry(text, today)));
  const born = checkedPiece(13, 19, DATE_TWINS, (text) => birthValue(text, today, ends.value));
  return {
    ...(first && isNamed ? namesOf(first, firstClear) : { surname: UNCLEAR, name: UNCLEAR }),
    passport_number: chosen.isNumberCertain ? checkedPiece(0, 9, TWINS, numberOf) : UNCLEAR,
    citizenship: piece(10, 13, citizenshipOf),
    date_birth: born,
    gender: piece(20, 21, genderOf),
    // Either of the two dates may be wrong.
    passport_expire: born === REVERSED ? REVERSED : ends,
  };
}

/** Characters that look alike and that no check digit tells apart, since their values have the same last digit. */
const TWINS = ['6GQ', '8S', '1L', '5FPZ', '0U', '0<', 'MW'];
/** Look-alikes that a date may have. */
const DATE_TWINS = ['0<'];

const UNCLEAR: ZoneValue = { unsure: 'unclear' };
const NOT_GIVEN: ZoneValue = { unsure: 'notGiven' };
const REVERSED: ZoneValue = { unsure: 'birthAfterExpiry' };

/** A filler within a number stands for a character that the zone lacks. */
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

/** Surname and given names, separated by two fillers. A name is unclear too if an unclear character may be their gap or its end. */
function namesOf(line: string, clear: readonly boolean[]): Pick<PassportReading, 'surname' | 'name'> {
  const end = line.indexOf('<<', line.indexOf('<<', NAMES_AT) + 2);
  // No part of a name follows the fillers behind the given names: unclear characters are hidden fillers.
  const isHidden = (place: number) => end >= 0 && place > end && !clear[place];
  const text = [...line]
    .map((character, place) => (isHidden(place) ? FILLER : character))
    .join('')
    .slice(NAMES_AT);
  const isClearAt = (place: number) => clear[NAMES_AT + place] ?? true;
  const isClear = (from: number, to: number) => clear.slice(NAMES_AT).slice(from, to).every(Boolean);
  const mayBeGap = (place: number) =>
    !isClearAt(place) && [place - 1, place + 1].some((next) => text[next] === FILLER || !isClearAt(next));
  const both = (value: ZoneValue) => ({ surname: value, name: value });
  const [surname = '', name = '', more] = withoutFillers(text).split('<<');
  // A third part of a name, or a gap of three fillers, is a reading error.
  if (more !== undefined || surname.startsWith(FILLER) || name.startsWith(FILLER)) return both(UNCLEAR);
  const namesAt = surname.length + '<<'.length;
  if ([...text.slice(0, namesAt)].some((_, place) => mayBeGap(place))) return both(UNCLEAR);
  if (!text.endsWith(FILLER)) return both({ unsure: 'truncated' });
  // A single name stands in the surname's place (ICAO Doc 9303 part 4); some states put it in the other.
  const valueBeside = (own: string, other: string): ZoneValue =>
    own === '' && other !== '' ? { value: MISSING_ANSWER } : nameValue(own);
  return {
    surname: isClear(0, namesAt) ? valueBeside(surname, name) : UNCLEAR,
    name: isClear(namesAt, namesAt + name.length + '<<'.length) ? valueBeside(name, surname) : UNCLEAR,
  };
}

function withoutFillers(text: string): string {
  let end = text.length;
  while (text[end - 1] === FILLER) end -= 1;
  return text.slice(0, end);
}

function nameValue(text: string): ZoneValue {
  return text === '' ? NOT_GIVEN : { value: text.replaceAll(FILLER, ' ') };
}

// Check digits (part 3, section 4.9)

const FILLER = '<';
/** All characters of the zone; the index of a digit or letter is its value. */
const ZONE_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

const WEIGHTS = [7, 3, 1] as const;

/** @returns 0 to 9: the sum of the values, weighted 7, 3, 1, 7 …, modulo 10; a filler counts 0 */
function checkDigit(text: string): number {
  const digitValue = (character: string) => (character === FILLER ? 0 : ZONE_CHARACTERS.indexOf(character));
  return [...text].reduce((sum, character, index) => sum + digitValue(character) * (WEIGHTS[index % 3] ?? 0), 0) % 10;
}

/** The places of the check digits in a passport's second line, and the ranges `[from, to)` that they cover. */
const CHECKS = [
  { at: 9, over: [[0, 9]] },
  { at: 19, over: [[13, 19]] },
  { at: 27, over: [[21, 27]] },
  { at: 42, over: [[28, 42]] },
  {
    at: 43,
    over: [
      [0, 10],
      [13, 20],
      [21, 43],
    ],
  },
] as const;

/** The check digit of empty optional data may be a filler (part 4, section 4.2.2). */
const OPTIONAL_AT = 42;

/** @param at place of a check digit */
function isRight(line: string, at: number): boolean {
  const pieces = CHECKS.find((check) => check.at === at)?.over ?? [];
  const text = pieces.map(([from, to]) => line.slice(from, to)).join('');
  const isLeftOut = at === OPTIONAL_AT && line[at] === FILLER && text.replaceAll(FILLER, '') === '';
  return isLeftOut || line[at] === String(checkDigit(text));
}

const isChecked = (line: string) => CHECKS.every(({ at }) => isRight(line, at));

const unclearPlaces = (clear: readonly boolean[], from: number, to: number) =>
  clear.slice(from, to).flatMap((isClear, index) => (isClear ? [] : [from + index]));

/** The likely characters at `place` that make the check digit at `at` right. */
const fittingAt = (line: string, place: number, at: number, likely: readonly string[]) =>
  [...(likely[place] ?? '')].filter((one) => isRight(line.slice(0, place) + one + line.slice(place + 1), at));

/** Replaces the only unclear character of a piece where a single likely character makes its check digit right. */
function settleUnclear(line: string, clear: readonly boolean[], likely: readonly string[]): string {
  const settled = [...line];
  for (const { at, over } of CHECKS.slice(0, -1)) {
    const [only, other] = unclearPlaces(clear, over[0][0], at + 1);
    if (only === undefined || other !== undefined) continue;
    const [fitting, another] = fittingAt(line, only, at, likely);
    if (fitting && !another) settled[only] = fitting;
  }
  return settled.join('');
}

// The letter O and the digit 0. Some prints have a 0 that looks like an O; where both are possible, the check digits decide.

/** The document number, followed by its check digit. */
const NUMBER_LENGTH = 9;

interface SecondLine {
  /** 44 characters. */
  text: string;
  /** False where another choice of O and 0 in the document number is equally likely. */
  isNumberCertain: boolean;
}

/**
 * Decides between O and 0 in the second line: all as read, or each O as 0 where a digit is possible, whichever has more right
 * check digits. No mixture: each further try may match the check digits by chance.
 * @param clear whether each character is clearly ahead of its runner-up
 * @param takesDigit whether a place may have a digit
 */
function chooseZeros(line: string, clear: readonly boolean[], takesDigit: (place: number) => boolean): SecondLine {
  const asZeros = [...line]
    .map((character, place) => (character === 'O' && takesDigit(place) ? '0' : character))
    .join('');
  const rightDigits = (text: string) => CHECKS.filter(({ at }) => isRight(text, at)).length;
  const text = rightDigits(asZeros) > rightDigits(line) ? asZeros : line;
  const open = [...line.slice(0, NUMBER_LENGTH)].flatMap((character, place) =>
    character === 'O' || (character === '0' && !clear[place]) ? [place] : [],
  );
  return { text, isNumberCertain: isZeroChoiceCertain(text, open) };
}

/** Letters, then digits, as in the numbers of most states. */
const isUsualNumber = (number: string) => /^[A-Z]{0,3}\d+<*$/.test(number);

/** The check digit detects a single O for 0, but not every pair. @param open places that may be O or 0 */
function isZeroChoiceCertain(text: string, open: readonly number[]): boolean {
  const number = text.slice(0, NUMBER_LENGTH);
  const others = zeroChoices(number, open).filter(
    (other) => other !== number && String(checkDigit(other)) === text[NUMBER_LENGTH],
  );
  return others.length === 0 || (isUsualNumber(number) && !others.some(isUsualNumber));
}

/** All choices of O or 0 at these places: at most 2⁹. */
function zeroChoices(number: string, open: readonly number[]): string[] {
  return open.reduce(
    (made, place) =>
      made.flatMap((text) => ['O', '0'].map((character) => text.slice(0, place) + character + text.slice(place + 1))),
    [number],
  );
}

// Dates: `YYMMDD`, without a century (part 3, section 4.8)

/** `YYYY-MM-DD` in each century that makes it a valid date, earliest first. */
function datesOf(text: string): string[] {
  const [, yy = '', mm = '', dd = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return ['19', '20', '21'].map((century) => `${century}${yy}-${mm}-${dd}`).filter(isRealDate);
}

/** Ages in years: of a small child at most, on the passport's last day, and of the oldest holder. */
const AGES = { child: 10, oldest: 112 };

/**
 * The latest possible date up to today, unless the holder would then be a small child, who may be a hundred years older.
 * @param text `YYMMDD`
 * @param today `YYYY-MM-DD`
 * @param ends the passport's last day, if known
 */
function birthValue(text: string, today: string, ends: string | undefined): ZoneValue {
  const past = datesOf(text).filter((date) => date <= today);
  const isOlder = (date: string, years: number) => addMonths(date, 12 * years) < (ends ?? today);
  const candidates = past.filter((date) => !(ends && date >= ends) && !isOlder(date, AGES.oldest));
  const [latest, possible] = [past.at(-1), candidates.at(-1)];
  if (latest === undefined) return dateValue(text, null);
  if (possible === undefined) return REVERSED;
  const isAsked = possible !== latest || (candidates.length > 1 && !isOlder(possible, AGES.child));
  return isAsked ? { unsure: 'century', candidates } : { value: possible };
}

/** @returns the possible date nearest to today, at most 50 years away; null where the text is no date */
function dateOfExpiry(text: string, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const distance = (date: string) => Math.abs(Number(date.slice(0, 4)) - year);
  return datesOf(text).sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

// Nationality: ISO 3166-1 alpha-3, and codes that only the zone has (part 3, section 5)

const ALPHA_3 = (
  'AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN ' +
  'BLM BMU BRN BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI ' +
  'CUB CPV CUW CXR CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA ' +
  'GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN ' +
  'IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ ' +
  'LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ ' +
  'MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER PYF ' +
  'PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN ' +
  'SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR ' +
  'TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE'
).split(' ');

const COUNTRIES = new Map(ALPHA_3.map((code, index) => [code, COUNTRY_CODES[index]]));
/** Germany has a code of one letter. */
COUNTRIES.set('D', 'DE');

/** Utopia, the state of ICAO's sample passports. */
const SPECIMEN = 'UTO';
/** Stateless, refugee, other refugee, unspecified. */
const WITHOUT_CITIZENSHIP = /^XX[ABCX]$/;

/**
 * @param code three characters with fillers @returns ISO 3166-1 alpha-2. Other British nationalities (GBD, GBN, GBO, GBP, GBS),
 * organisations (UNO, EUE) and Kosovo (RKS) are not in our list
 */
function citizenshipOf(code: string): ZoneValue {
  const letters = code.replaceAll(FILLER, '');
  const value = COUNTRIES.get(letters);
  if (value !== undefined) return { value };
  if (letters === '') return { unsure: 'notGiven' };
  if (letters === SPECIMEN) return { unsure: 'specimen' };
  return { unsure: WITHOUT_CITIZENSHIP.test(letters) ? 'noCitizenship' : 'unknownCountry' };
}

export const zoneCharacters = {
  /** @param line 0 or 1 @param place 0 to 43 @returns a filler belongs to every kind but `sex`, which has a filler of its own */
  kindAt(line: number, place: number): CharacterKind {
    if (line === 0 || (place >= 10 && place < 13)) return 'letter';
    if (place === 20) return 'sex';
    return place < 9 || (place >= 28 && place < 42) ? 'any' : 'digit';
  },
  patterns: CHARACTER_PATTERNS,
  FILLER,
  all: ZONE_CHARACTERS,
};
