/**
 * Names: letters of any script, apostrophe, hyphen, space (specification §5), joiners of Persian and Indic spelling.
 */
import { normalizeName } from './text.ts';

const NOT_IN_A_NAME = /[^\p{L}\p{M}\p{Join_C}'’ʼʻ‘\- ]/gu;

/**
 * The name as {@link normalizeName} writes it, with its first letter upper-cased, and the visible characters that were dropped,
 * for the form to list.
 */
export function cleanName(typed: string): { value: string; dropped: string[] } {
  const name = normalizeName(typed);
  const dropped = [...new Set(name.match(NOT_IN_A_NAME) ?? [])].filter((sign) => !/\p{C}/u.test(sign));
  const clean = name.replace(NOT_IN_A_NAME, '').replace(/^ +/, '').replace(/ {2,}/g, ' ');
  const [first = ''] = clean;
  return { value: capital(first) + clean.slice(first.length), dropped };
}

/**
 * A letter's capital. A letter stays whose capital is not written in names: Georgian has none at the start of a word, and ß
 * would become two letters.
 */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return [...upper].length === 1 && !/[\u1c90-\u1cbf]/.test(upper) ? upper : letter;
}

/** "ANNA MARIA", as passports print names, as "Anna Maria"; a name in any other case as it is. */
export function spokenName(name: string): string {
  const isInCapitals = name === name.toUpperCase() && /\p{L}{2}/u.test(name);
  return isInCapitals ? name.toLowerCase().replace(/(?<![\p{L}\p{M}'’ʼʻ‘])\p{L}/gu, capital) : name;
}

/** True for a name with a letter and nothing that {@link cleanName} drops. */
export function isName(value: string): boolean {
  return /\p{L}/u.test(value) && value.search(NOT_IN_A_NAME) < 0;
}

/** True for a name with letters of another script than Latin, which a passport's machine-readable lines do not have. */
export function isNonLatin(name: string): boolean {
  return /(?!\p{Script=Latin})\p{L}/u.test(name.normalize('NFC').replace(/[ʼʻ]/g, ''));
}

export function isCyrillic(name: string): boolean {
  return /\p{Script=Cyrillic}/u.test(name);
}

/** Characters that the machine-readable zone of a passport has for surname and given names (ICAO Doc 9303, part 4). */
const ZONE_LENGTH = 39;

/** True for names that do not fit into the zone, with the two fillers between them: the passport has them shortened there. */
export function isTooLongForZone(surname: string, name: string): boolean {
  const length = (text: string) =>
    text
      .normalize('NFC')
      .replace(/['’ʼʻ‘]/g, '')
      .trim().length;
  return length(surname) + 2 + length(name) > ZONE_LENGTH;
}
