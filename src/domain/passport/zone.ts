/** The machine-readable zone of a passport: two lines of 44 characters (ICAO Doc 9303 part 4 §4.2.2). */
import { isRealDate } from '../input/date.ts';
import { MISSING_ANSWER } from '../input/missing-answers.ts';
import { COUNTRY_CODES } from '../reference/countries.ts';
import type { PassportReading, ZoneValue } from './reading.ts';

export const LINE_LENGTH = 44;
const NAMES_AT = 5;

/** Allowed characters of each place, so that no O is read in a date and no 0 in a name. */
type CharacterKind = 'letter' | 'digit' | 'sex' | 'any';

const CHARACTER_PATTERNS: Readonly<Record<CharacterKind, RegExp>> = {
  letter: /[A-Z<]/,
  digit: /[0-9<]/,
  sex: /[MFX<]/,
  any: /[0-9A-Z<]/,
};

interface ZoneText {
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
  const takesDigit = (place: number) => ['any', 'digit'].includes(zoneCharacters.kindAt(1, place));
  const chosen = chooseZeros(second, secondClear, takesDigit);
  if (!chosen) return null;
  const isClear = clearButZeros ?? secondClear;
  /** A piece of line 2; unclear where one of its characters is. */
  const piece = (from: number, to: number, readAs: (text: string) => ZoneValue): ZoneValue =>
    isClear.slice(from, to).every(Boolean) ? readAs(chosen.text.slice(from, to)) : UNCLEAR;
  /** A piece with a check digit behind it, which settles one unclear character. */
  const checkedPiece = (
    from: number,
    to: number,
    twins: readonly string[],
    readAs: (text: string) => ZoneValue,
  ): ZoneValue => {
    const unclear = [...chosen.text.slice(from, to)].filter((_, at) => !secondClear[from + at]);
    const [only = '', other] = unclear;
    const isSettled = only !== '' && !other && secondClear[to] && !twins.some((alike) => alike.includes(only));
    return isSettled ? readAs(chosen.text.slice(from, to)) : piece(from, to, readAs);
  };
  const born = checkedPiece(13, 19, DATE_TWINS, (text) => dateValue(text, dateOfBirth(text, today)));
  const ends = checkedPiece(21, 27, DATE_TWINS, (text) => dateValue(text, dateOfExpiry(text, today)));
  // Either may be wrong.
  const isReversed = born.value !== undefined && ends.value !== undefined && born.value >= ends.value;
  return {
    ...namesOf(first, firstClear),
    passport_number: chosen.isNumberCertain ? checkedPiece(0, 9, TWINS, numberOf) : UNCLEAR,
    citizenship: piece(10, 13, citizenshipOf),
    date_birth: isReversed ? REVERSED : born,
    gender: piece(20, 21, genderOf),
    passport_expire: isReversed ? REVERSED : ends,
  };
}

/** Characters that look alike and that no check digit tells apart, since their values have the same last digit. */
const TWINS = ['6GQ', '8S', '1L', '5FPZ', '0U', '0<', 'MW'];
/** Of characters that a date may have. */
const DATE_TWINS = ['0<'];

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
  const given: ZoneValue = name === '' && surname !== '' ? { value: MISSING_ANSWER } : nameValue(name);
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

// Check digits (part 3 §4.9)

const FILLER = '<';
/** All characters of the zone; the index of a digit or letter is its value. */
const ZONE_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

const WEIGHTS = [7, 3, 1] as const;

/** @returns 0 to 9: the sum of the values, weighted 7, 3, 1, 7 …, modulo 10; a filler counts 0 */
function checkDigit(text: string): number {
  const digitValue = (character: string) => (character === FILLER ? 0 : ZONE_CHARACTERS.indexOf(character));
  return [...text].reduce((sum, character, index) => sum + digitValue(character) * (WEIGHTS[index % 3] ?? 0), 0) % 10;
}

/** The places of the check digits in a passport's second line, and the pieces `[from, to)` they cover. */
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

/** The check digit of empty optional data may be a filler (part 4 §4.2.2). */
const OPTIONAL_AT = 42;

function isChecked(line: string): boolean {
  return CHECKS.every(({ at, over }) => {
    const text = over.map(([from, to]) => line.slice(from, to)).join('');
    const isLeftOut = at === OPTIONAL_AT && line[at] === FILLER && text.replaceAll(FILLER, '') === '';
    return isLeftOut || line[at] === String(checkDigit(text));
  });
}

// The letter O and the digit 0. Some prints have a 0 that looks like an O; where both are possible, the check digits decide.

/** The document number, followed by its check digit. */
const NUMBER_LENGTH = 9;

export interface SecondLine {
  /** 44 characters with five right check digits. */
  text: string;
  /** False where another choice of O and 0 in the document number is as likely. */
  isNumberCertain: boolean;
}

/**
 * Decides between O and 0 in the second line: all as read, or each O as 0 where a digit is possible. No mixture: each further
 * try may match the check digits by chance.
 * @param clear whether each character is clearly ahead of its runner-up
 * @param takesDigit whether a place may have a digit
 * @returns null where neither has five right check digits
 */
function chooseZeros(
  line: string,
  clear: readonly boolean[],
  takesDigit: (place: number) => boolean,
): SecondLine | null {
  const asZeros = [...line]
    .map((character, place) => (character === 'O' && takesDigit(place) ? '0' : character))
    .join('');
  const text = [line, asZeros].find(isChecked);
  if (text === undefined) return null;
  const open = [...line.slice(0, NUMBER_LENGTH)].flatMap((character, place) =>
    character === 'O' || (character === '0' && !clear[place]) ? [place] : [],
  );
  return { text, isNumberCertain: isZeroChoiceCertain(text, open) };
}

/** Letters, then digits: the numbers of most states. */
const isUsualNumber = (number: string) => /^[A-Z]{0,3}\d+<*$/.test(number);

/** The check digit detects a single O for 0, but not every pair. @param open places that may be O or 0 */
function isZeroChoiceCertain(text: string, open: readonly number[]): boolean {
  const number = text.slice(0, NUMBER_LENGTH);
  const others = zeroChoices(number, open).filter(
    (other) => other !== number && String(checkDigit(other)) === text[NUMBER_LENGTH],
  );
  return others.length === 0 || (isUsualNumber(number) && !others.some(isUsualNumber));
}

/** Each choice of O or 0 at these places: at most 2⁹. */
function zeroChoices(number: string, open: readonly number[]): string[] {
  return open.reduce(
    (made, place) =>
      made.flatMap((text) => ['O', '0'].map((character) => text.slice(0, place) + character + text.slice(place + 1))),
    [number],
  );
}

// Dates: `YYMMDD`, without a century (part 3 §4.8)

/** `YYYY-MM-DD` in each century that makes it a valid date, earliest first. */
function datesOf(text: string): string[] {
  const [, yy = '', mm = '', dd = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return ['19', '20', '21'].map((century) => `${century}${yy}-${mm}-${dd}`).filter(isRealDate);
}

/** @param text `YYMMDD` @param today `YYYY-MM-DD` @returns the latest such day up to today; null for no date */
function dateOfBirth(text: string, today: string): string | null {
  return datesOf(text).findLast((date) => date <= today) ?? null;
}

/** @returns such a day of the century nearest to today, at most 50 years away; null for no date */
function dateOfExpiry(text: string, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const distance = (date: string) => Math.abs(Number(date.slice(0, 4)) - year);
  return datesOf(text).sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

// Nationality: ISO 3166-1 alpha-3, and codes of the zone's own (part 3 §5)

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
/** Germany has one letter. */
COUNTRIES.set('D', 'DE');

/** Utopia, the state of ICAO's samples. */
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
  /** @param line 0 or 1 @param place 0 to 43 @returns fillers are of each kind but `sex`, which has its own */
  kindAt(line: number, place: number): CharacterKind {
    if (line === 0 || (place >= 10 && place < 13)) return 'letter';
    if (place === 20) return 'sex';
    return place < 9 || (place >= 28 && place < 42) ? 'any' : 'digit';
  },
  patterns: CHARACTER_PATTERNS,
  FILLER,
  all: ZONE_CHARACTERS,
};
