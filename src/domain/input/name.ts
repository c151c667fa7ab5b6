/** Names: letters of any script, apostrophe, hyphen, space (specification §5), joiners of Persian and Indic spelling. */
import { normalizeName } from './text.ts';

const NOT_IN_A_NAME = /[^\p{L}\p{M}\p{Join_C}'’ʼʻ‘\- ]/gu;

/** {@link normalizeName} with a capital first letter, and the visible characters that were dropped. */
export function cleanName(typed: string): { value: string; dropped: string[] } {
  const name = normalizeName(typed);
  const dropped = [...new Set(name.match(NOT_IN_A_NAME) ?? [])].filter((sign) => !/\p{C}/u.test(sign));
  const clean = name.replace(NOT_IN_A_NAME, '').replace(/^ +/, '').replace(/ {2,}/g, ' ');
  const [first = ''] = clean;
  return { value: capital(first) + clean.slice(first.length), dropped };
}

/** A letter's capital, except where names do not use it: Georgian, and ß, which would become two letters. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return [...upper].length === 1 && !/[\u1c90-\u1cbf]/.test(upper) ? upper : letter;
}

/** "ANNA MARIA", as in passports, as "Anna Maria"; other spellings unchanged. */
export function titleCaseName(name: string): string {
  const isInCapitals = name === name.toUpperCase() && /\p{L}{2}/u.test(name);
  if (!isInCapitals) return name;
  // Lower case writes İ as two characters.
  const spoken = name.toLowerCase().replace(/(?<![\p{L}\p{M}'’ʼʻ‘])\p{L}/gu, capital);
  return spoken.normalize('NFC');
}

/** True for a name with a letter and nothing that {@link cleanName} drops. */
export function isName(value: string): boolean {
  return /\p{L}/u.test(value) && value.search(NOT_IN_A_NAME) < 0;
}

/** True for letters outside Latin, which the machine-readable zone lacks. */
export function isNonLatin(name: string): boolean {
  return /(?!\p{Script=Latin})\p{L}/u.test(name.normalize('NFC').replace(/[ʼʻ]/g, ''));
}

export function isCyrillic(name: string): boolean {
  return /\p{Script=Cyrillic}/u.test(name);
}

/** Characters for both names in the zone (ICAO Doc 9303 part 4). */
const ZONE_LENGTH = 39;

/** True for names that the zone shortens, counting two fillers between them. */
export function isTooLongForZone(surname: string, name: string): boolean {
  const length = (text: string) =>
    text
      .normalize('NFC')
      .replace(/['’ʼʻ‘]/g, '')
      .trim().length;
  return length(surname) + 2 + length(name) > ZONE_LENGTH;
}
