/** Characters that nobody sees in a text, and that do harm where it is shown: in a terminal, a mail's header, a list. */

/**
 * Controls, signs that set the direction of writing, signs of no width, broken halves of characters (Unicode categories Cc,
 * Cf, Cs) and separators of lines. The joiners U+200C and U+200D stay: Persian and Indic spelling needs them.
 */
export const HIDDEN = /(?!\p{Join_C})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A text as it was meant: web pages, word processors and address books leave hidden characters in what is copied from them.
 * The host takes no other text.
 * @param isLong line feeds and tabs may stay
 * @returns the text with a space for every other line break and tab, and without the rest
 */
export function cleanText(text: string, isLong = false): string {
  return text.replace(HIDDEN, (sign) => (isLong && /[\t\n]/.test(sign) ? sign : /\s/.test(sign) ? ' ' : ''));
}
