/** Names: letters of any script, apostrophe, hyphen, space (requirements: name-input), joiners of Persian and Indic spelling. */
import { normalizeName } from './text.ts';

const UNFIT = /[^\p{L}\p{M}\p{Join_C}'’ʼʻ‘\- ]+/gu;
const UNFIT_BESIDE_INITIALS = /[^\p{L}\p{M}\p{Join_C}'’ʼʻ‘\-. ]+/gu;

export interface NameOptions {
  /** Keeps the full stops of "A. R. Karimov". */
  withInitials?: boolean;
  /** Keeps a lower-case i at the beginning: Turkish and Azerbaijani capitals are İ. */
  keepsI?: boolean;
}

/**
 * {@link normalizeName} with a capital first letter, and the visible characters that were dropped. A sign between two words
 * becomes a space, as in passports: "S/O" is "S O". A name of signs only stays, as in "-", since it stands for a missing name.
 */
export function cleanName(
  typed: string,
  { withInitials = false, keepsI = false }: NameOptions = {},
): { value: string; dropped: string[] } {
  const name = normalizeName(typed);
  if (/^[./\- ]+$/.test(name) && name.trim() !== '') return { value: name.trimStart(), dropped: [] };
  const unfit = withInitials ? UNFIT_BESIDE_INITIALS : UNFIT;
  // A dictated name ends with a full stop.
  const signs = name.replace(/\.\s*$/, '').match(unfit) ?? [];
  const dropped = [...new Set(signs.join(''))].filter((sign) => !/\p{C}/u.test(sign));
  const clean = name
    .replace(unfit, (run, at: number) => {
      const next = name.slice(at + run.length, at + run.length + 2);
      // At the end of the text, the next word is still to be typed.
      const isSeparator = next === '' ? /[\p{P}+|]/u.test(run) : /^\p{L}/u.test(next) && /[^\p{N}]/u.test(run);
      return isSeparator ? ' ' : '';
    })
    .replace(/^ +/, '')
    .replace(/ {2,}/g, ' ');
  const [first = ''] = clean;
  return { value: (keepsI && first === 'i' ? first : capital(first)) + clean.slice(first.length), dropped };
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
  // Lower case writes İ as two characters, of which only a capital keeps the dot.
  const spoken = name.toLowerCase().replace(/(?<![\p{L}\p{M}'’ʼʻ‘])\p{L}/gu, capital);
  return spoken.normalize('NFC').replace(/i\u0307/g, 'i');
}

/** True for a name with a letter and nothing that {@link cleanName} drops. */
export function isName(value: string, withInitials = false): boolean {
  return /\p{L}/u.test(value) && value.search(withInitials ? UNFIT_BESIDE_INITIALS : UNFIT) < 0;
}

/**
 * True for letters outside Latin, which a passport's Latin line lacks. Marks and modifier letters, such as ʼ and ʿ, do not count.
 */
export function isNonLatin(name: string): boolean {
  return /(?![\p{Script=Latin}\p{Lm}])\p{L}/u.test(name.normalize('NFC'));
}

export function isCyrillic(name: string): boolean {
  return /\p{Script=Cyrillic}/u.test(name);
}

/** Number of characters for both names in the machine-readable zone (ICAO Doc 9303 part 4). */
const ZONE_LENGTH = 39;

/** True for names that the zone has to shorten; two fillers stand between them. */
export function isTooLongForZone(surname: string, name: string): boolean {
  const length = (text: string) =>
    text
      .normalize('NFC')
      .replace(/['’ʼʻ‘]/g, '')
      .trim().length;
  return length(surname) + 2 + length(name) > ZONE_LENGTH;
}
