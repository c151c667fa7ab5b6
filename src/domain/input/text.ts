/** Texts as people type and paste them: invisible characters, and other signs for the same letter, digit, space or dash. */

/**
 * Unicode categories Cc, Cf, Cs and line separators, and letters that are drawn as nothing (Hangul fillers), but for the joiners
 * of Persian and Indic spelling. They do harm in a terminal, a mail header, a list.
 */
export const HIDDEN = /(?!\p{Join_C})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/**
 * A text without hidden characters, which copying leaves in it and the host refuses. @param isLong line feeds and tabs
 * stay
 */
export function cleanText(text: string, isLong = false): string {
  return text.replace(HIDDEN, (sign) => (isLong && /[\t\n]/.test(sign) ? sign : /\s/.test(sign) ? ' ' : ''));
}

/** {@link cleanText} with every space as U+0020: copying from documents brings no-break and thin ones. */
export function normalizeText(text: string, isLong = false): string {
  return cleanText(text, isLong).replace(/\p{Zs}/gu, ' ');
}

/** Letters, digits and signs of East Asian width as their plain ones. */
export const plainWidth = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Digits of any script as 0 to 9. Each script has its ten in a row, from zero (Unicode Standard, section 4.6). */
function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (isDigit(zero - 1)) zero -= 1;
    return String((code - zero) % 10);
  });
}

/** Hyphens, dashes and the minus sign as a hyphen. */
const plainHyphens = (text: string) => text.replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-');

/** Signs that keyboards have near the apostrophe as one; apostrophes of a language stay. */
const plainApostrophes = (text: string) => text.replace(/[`´′‵ʹˈ\u055a]/g, "'");

/** A name: {@link normalizeText} with plain hyphens, apostrophes and widths; empty where no letter would be seen. */
export function normalizeName(text: string): string {
  const name = plainApostrophes(plainHyphens(plainWidth(normalizeText(text))));
  return /^[\p{M}\p{DI} ]*$/u.test(name) ? '' : name;
}

/** A number or code that people write in groups: plain digits, letters, hyphens and spaces. */
export function normalizeNumber(text: string): string {
  return plainHyphens(plainDigits(plainWidth(normalizeText(text))));
}

/** Cyrillic capitals that look like Latin ones. */
const LOOK_ALIKES: Record<string, string> = {
  А: 'A', В: 'B', С: 'C', Е: 'E', Н: 'H', І: 'I', Ј: 'J', К: 'K', М: 'M', О: 'O', Р: 'P', Ѕ: 'S', Т: 'T', Х: 'X', У: 'Y',
}; // biome-ignore format: a table is read by its rows

/** A passport number whose Cyrillic letters look like Latin ones in Latin letters; null where there is none, or another one. */
export function latinLookAlikes(text: string): string | null {
  if (!/\p{Script=Cyrillic}/u.test(text)) return null;
  const latin = text.toUpperCase().replace(/\p{Script=Cyrillic}/gu, (letter) => LOOK_ALIKES[letter] ?? letter);
  return /\p{Script=Cyrillic}/u.test(latin) ? null : latin;
}
