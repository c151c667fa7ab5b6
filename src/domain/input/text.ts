/** Invisible characters, which do harm in a terminal, a mail header, a list. */

/** Unicode categories Cc, Cf, Cs and line separators, but for the joiners of Persian and Indic spelling. */
export const HIDDEN = /(?!\p{Join_C})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A text without hidden characters, which copying leaves in it and the host refuses. @param isLong line feeds and tabs
 * stay
 */
export function cleanText(text: string, isLong = false): string {
  return text.replace(HIDDEN, (sign) => (isLong && /[\t\n]/.test(sign) ? sign : /\s/.test(sign) ? ' ' : ''));
}
