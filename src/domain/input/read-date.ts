/**
 * Reads a date as people write it: `25OCT2020`, `25 Eki/Oct 2020`, `2020年10月25日`, `25.10.20`, `15 января 1990 г.`
 * Pages load it once a date is not typed as three numbers.
 */
import { type DateBoxes, isRealDate, joinDate } from './date.ts';
import { normalizeNumber } from './text.ts';

interface DateReading {
  /** Empty for an unreadable text; several for an ambiguous one, the likeliest first. */
  readings: readonly DateBoxes[];
  /** The year as written where it counts from an era of another calendar: `平成30`. */
  era: string | null;
}

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

/** Lower-case letters without marks, as in {@link MONTHS}; Hangul syllables are not taken apart. */
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

type Role = 'year' | 'month' | 'day';

const roleTable = (role: Role, words: string) => words.split(' ').map((word): [string, Role] => [word, role]);
/** Words after a number, in the form of {@link fold}. */
const MARKS = new Map<string, Role | null>([
  ...roleTable(
    'year',
    '年 년 г год года р року рік yil yili yilda yilgi йил йили иил иили ж жыл жылы жылғы y year ci cu il оны',
  ),
  ...roleTable('month', '月 월 сар сарын'),
  ...roleTable('day', '日 일 号 號 st nd rd th er го ого º ª chi inchi'),
  ...'de del of the den am le el la dan'.split(' ').map((word): [string, null] => [word, null]),
]);

/** English and Russian names of weekdays, which are ignored. */
const WEEKDAYS =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье)$/;

/** Added to a year of an era. Day and month are those of the Gregorian calendar. */
const ERAS: Record<string, number> = {
  大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018, s: 1925, h: 1988, r: 2018,
  中華民國: 1911, 民國: 1911, 民国: 1911, 主体: 1911, 주체: 1911, juche: 1911, 'พ.ศ.': -543, 'be': -543,
}; // biome-ignore format: a table is read by its rows
const ERA_YEAR = new RegExp(
  `(${Object.keys(ERAS).join('|').replaceAll('.', String.raw`\.?`)})\\s*(\\d{1,4}|元)(?!\\d)`,
);
const LETTER_ERA = /^[shr]$/;

/** Where a month is in two languages, as in passports, keeps the known one: `10 MRT/MAR 2014`, `25 ต.ค./OCT 2020`. */
const withKnownMonth = (text: string) =>
  text.replace(
    /(?<![\d\p{L}])(\p{L}[\p{L}\p{M}.]{0,20}) ?\/ ?(\p{L}{3,20})/u,
    (both: string, one: string, other: string) => {
      const [first, second] = [monthOf(one.replace(/\.$/, '')), monthOf(other)];
      if (first === null) return second === null ? both : other;
      return second === null ? one : both;
    },
  );

interface NumberToken {
  digits: string;
  role: Role | null;
  /** The separator before the number. */
  before: string;
}

/** The numbers and the named month of a text; null where it has a word or sign that no date has. */
function tokenize(text: string): { numbers: NumberToken[]; month: number | null } | null {
  if (!/^[\p{L}\p{N}\p{Pi}\p{Pf}\s.,/'"_\\|·()-]*$/u.test(text)) return null;
  const numbers: NumberToken[] = [];
  const months = new Set<number>();
  let before = '';
  for (const [token] of text.matchAll(/\d+|\p{L}+|[^\p{L}\d]+/gu)) {
    if (/^\d/.test(token)) numbers.push({ digits: token, role: null, before });
    else if (/^\p{L}/u.test(token)) {
      const last = numbers.at(-1);
      const month = monthOf(token);
      const role = MARKS.get(token);
      if (role && last) last.role ??= role;
      else if (role === null) continue;
      else if (month) months.add(month);
      else if (!WEEKDAYS.test(token)) return null;
    }
    before = token.trim();
  }
  if (months.size > 1) return null;
  return { numbers, month: [...months][0] ?? null };
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

/** Three numbers without a named month. */
function readNumbers(numbers: readonly NumberToken[]): DateBoxes[] {
  const [a = '', b = '', c = ''] = numbers.map(({ digits }) => digits);
  if (a.length > 2 || numbers[0]?.role === 'year') return firstOf(datesOf(c, b, a), datesOf(b, c, a));
  const dayFirst = datesOf(a, b, c);
  const monthFirst = datesOf(b, a, c);
  // Countries that write dots or spaces put the day first.
  const isEither = /^[/-]$/.test(numbers[1]?.before ?? '');
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

/** A day and a year beside a month, in either order. */
function readAround(numbers: readonly NumberToken[], month: string): DateBoxes[] {
  const [first, second] = numbers;
  if (!first || !second || numbers.length > 2) return [];
  const isYearFirst = first.role === 'year' || second.role === 'day' || first.digits.length > 2;
  const [day, year] = isYearFirst ? [second, first] : [first, second];
  return firstOf(datesOf(day.digits, month, year.digits), datesOf(year.digits, month, day.digits));
}

/** All dates that a text may mean. */
export function readDate(typed: string): DateReading {
  let era: string | null = null;
  const [day = ''] = fold(normalizeNumber(typed.slice(0, MAX_LENGTH)).trim()).split(/t\d\d:\d\d/);
  const text = day.replace(ERA_YEAR, (found: string, name: string, year: string, at: number) => {
    if (LETTER_ERA.test(name) && at > 0) return found;
    const key = Object.keys(ERAS).find((one) => one.replaceAll('.', '') === name.replaceAll('.', '')) ?? name;
    era = found;
    return String((year === '元' ? 1 : Number(year)) + (ERAS[key] ?? 0));
  });
  const found = tokenize(withKnownMonth(text));
  const unique = new Map((found ? readTokens(found) : []).map((parts) => [joinDate(parts), parts]));
  return { readings: [...unique.values()], era: unique.size > 0 ? era : null };
}

function readTokens({ numbers, month }: { numbers: NumberToken[]; month: number | null }): DateBoxes[] {
  const marked = numbers.find(({ role }) => role === 'month');
  if (marked) {
    const others = numbers.filter((one) => one !== marked);
    const isSame = month === null || month === Number(marked.digits);
    return isSame ? readAround(others, marked.digits) : [];
  }
  if (month) return readAround(numbers, String(month));
  if (numbers.length === 3) return readNumbers(numbers);
  const [only] = numbers;
  return numbers.length === 1 && only && /^(?:\d{6}|\d{8})$/.test(only.digits) ? readGlued(only.digits) : [];
}
