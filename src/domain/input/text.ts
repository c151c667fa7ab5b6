/** Cleans typed and pasted text: removes invisible characters, and replaces variants of letters, digits, spaces and dashes. */

/**
 * Unicode categories Cc, Cf, Cs, line separators and Hangul fillers, except the joiners of Persian and Indic spelling. Harmful
 * in terminals, mail headers and lists.
 */
const HIDDEN = /(?!\p{Join_C})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** Most texts; the other expressions cost more. */
const PLAIN = /^[ -~]*$/;

/** Removes hidden characters, which the host refuses. @param isLong keeps tabs and line ends, each as a line feed */
export function cleanText(text: string, isLong = false): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, (sign) => (isLong && /[\t\n]/.test(sign) ? sign : /\s/.test(sign) ? ' ' : ''));
}

/** The first `max` code points of a text. Cutting between code units can leave half a character, which no URL can encode. */
export const cutText = (text: string, max: number): string => [...text].slice(0, max).join('');

/** {@link cleanText} with every space as U+0020: documents contain no-break and thin ones. */
export function normalizeText(text: string, isLong = false): string {
  return cleanText(text, isLong).replace(/\p{Zs}/gu, ' ');
}

/** East Asian width variants as plain characters. */
export const normalizeWidth = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Digits of any script as 0 to 9; each script has its ten in a row (Unicode Standard, section 4.6). */
function normalizeDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (isDigit(zero - 1)) zero -= 1;
    return String((code - zero) % 10);
  });
}

/** Hyphens and dashes of any script, such as Hebrew and Armenian, and the minus sign as a hyphen. */
const normalizeHyphens = (text: string) => text.replace(/[\p{Pd}\u2043\u2212]/gu, '-');

/** Variants of the apostrophe on keyboards; a language's own apostrophes stay. */
const normalizeApostrophes = (text: string) => text.replace(/[`´′‵ʹˈ‛\u055a\u05f3]/g, "'");

/** {@link normalizeText} with plain hyphens, apostrophes and widths; empty where no visible letter is left. */
export function normalizeName(text: string): string {
  const name = normalizeApostrophes(normalizeHyphens(normalizeWidth(normalizeText(text))));
  return /^[\p{M}\p{DI} ]*$/u.test(name) ? '' : name;
}

/** A number or code written in groups: plain digits, letters, hyphens and spaces. */
export function normalizeNumber(text: string): string {
  return normalizeHyphens(normalizeDigits(normalizeWidth(normalizeText(text))));
}

/** A number without the spaces and hyphens that group it. */
export const compactNumber = (number: string): string => number.replace(/[ -]/g, '');

const LOOK_ALIKES: Record<string, string> = {
  А: 'A', В: 'B', С: 'C', Е: 'E', Н: 'H', І: 'I', Ј: 'J', К: 'K', М: 'M', О: 'O', Р: 'P', Ѕ: 'S', Т: 'T', Х: 'X', У: 'Y',
}; // biome-ignore format: a table is read by its rows

/**
 * A passport number with Latin letters in place of Cyrillic ones that look the same; null where none is replaced, or where other
 * Cyrillic letters remain.
 */
export function latinLookAlikes(text: string): string | null {
  if (!/\p{Script=Cyrillic}/u.test(text)) return null;
  const latin = text.toUpperCase().replace(/\p{Script=Cyrillic}/gu, (letter) => LOOK_ALIKES[letter] ?? letter);
  return /\p{Script=Cyrillic}/u.test(latin) ? null : latin;
}
