/**
 * Reads a date as people write it: `25OCT2020`, `25 Eki/Oct 2020`, `25.10.20`, `15 января 1990 г.` Pages load it once a date is
 * not typed as three numbers.
 */
import { type DateBoxes, isRealDate, joinDate } from './date.ts';
import { normalizeNumber } from './text.ts';

/** Longer texts are not dates. */
const MAX_LENGTH = 60;

/**
 * The beginnings of twelve month names in each language, without marks: English, Russian, Uzbek, Turkish, German, French, Spanish,
 * Portuguese, Italian, Kazakh, Ukrainian, Belarusian, Polish; Roman numerals as in Poland. Four letters where three are not enough.
 */
const MONTH_NAMES = [
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'янв фев мар апр мая июн июл авг сен окт ноя дек',
  'yan fev mart aprel mai iyun iyul avg sen okt noy dek',
  'oca sub mar nis mayi haz tem agu eyl eki kas ara',
  'jan feb maer apr mai juni juli aug sept okt nov dez',
  'janv fev mars avr mai juin juil aou sept oct nov dec',
  'ene feb mar abr mayo jun jul ago set oct nov dic',
  'jan fev marc abr maio jun jul ago set out nov dez',
  'gen feb mar apr mag giu lug ago set ott nov dic',
  'қаң ақп нау сәу мам мау шіл там қыр қаз қар жел',
  'січ лют бер кві тра чер лип сер вер жов лис гру',
  'сту лют сак кра май чэр ліп жні вер кас ліс сне',
  'sty lut mar kwi maj cze lip sie wrz paz lis gru',
].map((names) => names.normalize('NFD').replace(/\p{M}/gu, '').split(' '));
const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');

const MONTHS = new Map(MONTH_NAMES.flatMap((names) => names.map((name, index) => [name, index + 1] as const)));
MONTHS.set('маи', 5).set('mrz', 3).set('iyn', 6).set('iyl', 7);

/** Lower-case letters without marks, as in {@link MONTHS}. */
const fold = (text: string) =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').replace(/ı/g, 'i');

/** 1 to 12, or null. @param word folded */
function monthOf(word: string): number | null {
  const roman = ROMAN.indexOf(word) + 1;
  if (roman > 0) return roman;
  return word.length < 3 ? null : (MONTHS.get(word.slice(0, 4)) ?? MONTHS.get(word.slice(0, 3)) ?? null);
}

/** The two digits of a month's name; null for anything else. */
export function monthByName(text: string): string | null {
  const word = fold(text.trim()).replace(/\.$/, '');
  const month = /^\p{L}{3,}$/u.test(word) ? monthOf(word) : null;
  return month === null ? null : String(month).padStart(2, '0');
}

/** Two-digit years in both centuries that a person's dates may have, the likelier one first. */
const yearsOf = (year: string) => {
  const centuries = year < '50' ? ['20', '19'] : ['19', '20'];
  return year.length === 2 ? centuries.map((century) => century + year) : [year];
};

function datesOf(day: string, month: string, year: string): DateBoxes[] {
  if (day.length > 2 || month.length > 2 || year.length < 2 || year.length > 4) return [];
  return yearsOf(year)
    .map((four) => ({ day: day.padStart(2, '0'), month: month.padStart(2, '0'), year: four }))
    .filter((parts) => isRealDate(joinDate({ ...parts, year: parts.year.padStart(4, '0') })));
}

const firstOf = (...ways: DateBoxes[][]): DateBoxes[] => ways.find((way) => way.length > 0) ?? [];

/** Three numbers without a named month. @param isEither the signs between them say nothing about the order of day and month */
function readNumbers([a = '', b = '', c = '']: readonly string[], isEither: boolean): DateBoxes[] {
  if (a.length > 2) return firstOf(datesOf(c, b, a), datesOf(b, c, a));
  const dayFirst = datesOf(a, b, c);
  const monthFirst = datesOf(b, a, c);
  if (dayFirst.length > 0) return isEither ? [...dayFirst, ...monthFirst] : dayFirst;
  return firstOf(monthFirst, c.length > 2 ? [] : datesOf(c, b, a));
}

/** One number of six or eight digits: `25102020`, `20201025`, or as in a passport's lines `201025`. */
function readGlued(digits: string): DateBoxes[] {
  const cut = (from: number, length: number) => digits.slice(from, from + length);
  const isPlausible = ({ year }: DateBoxes) => year >= '1900' && year <= '2100';
  const yearLength = digits.length - 4;
  const ways = [
    datesOf(cut(0, 2), cut(2, 2), cut(4, yearLength)),
    datesOf(cut(yearLength + 2, 2), cut(yearLength, 2), cut(0, yearLength)),
  ];
  const read = ways.flat().filter(isPlausible);
  return read.length > 0 ? read : datesOf(cut(2, 2), cut(0, 2), cut(4, yearLength)).filter(isPlausible);
}

/**
 * All dates that a text may mean, the likeliest first. Words that name no month are left out, such as "г." and the month's name
 * in another language; a text that begins with one may count its years from an era.
 */
export function readDate(typed: string): DateBoxes[] {
  const [day = ''] = fold(normalizeNumber(typed.slice(0, MAX_LENGTH)).trim()).split(/t\d\d:\d\d/);
  const tokens = day.match(/\d+|\p{L}+/gu) ?? [];
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const months = new Set(tokens.map(monthOf).filter((month) => month !== null));
  const [first = ''] = tokens;
  if (months.size > 1 || (!/^\d/.test(first) && monthOf(first) === null)) return [];
  const [month] = months;
  const found = month === undefined ? readWithoutName(numbers, day) : readAround(numbers, String(month));
  return [...new Map(found.map((parts) => [joinDate(parts), parts])).values()];
}

/** A day and a year beside a named month, in either order. */
function readAround([first = '', second = '', ...others]: readonly string[], month: string): DateBoxes[] {
  if (second === '' || others.length > 0) return [];
  const [day, year] = first.length > 2 ? [second, first] : [first, second];
  return firstOf(datesOf(day, month, year), datesOf(year, month, day));
}

function readWithoutName(numbers: readonly string[], text: string): DateBoxes[] {
  // Countries that write dots or spaces put the day first.
  if (numbers.length === 3) return readNumbers(numbers, /\d\s?[/-]\s?\d/.test(text));
  const [only = ''] = numbers;
  return numbers.length === 1 && /^(?:\d{6}|\d{8})$/.test(only) ? readGlued(only) : [];
}
