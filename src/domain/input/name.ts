/**
 * Names: letters of any script, apostrophe, hyphen, space (specification §5), joiners of Persian and Indic spelling.
 */

const NOT_IN_A_NAME = /[^\p{L}\p{M}\p{Join_C}'’ʼʻ‘\- ]/gu;

/** The name with its first letter upper-cased, and the visible characters that were dropped, for the form to tell. */
export function cleanName(typed: string): { value: string; dropped: string } {
  const dropped = [...new Set(typed.match(NOT_IN_A_NAME) ?? [])].join(' ').replace(/\p{C}/gu, '').trim();
  const clean = typed.replace(NOT_IN_A_NAME, '').replace(/^ +/, '').replace(/ {2,}/g, ' ');
  const [first = ''] = clean;
  return { value: first.toLocaleUpperCase() + clean.slice(first.length), dropped };
}

/** True for a name with a letter and nothing that {@link cleanName} drops. */
export function isName(value: string): boolean {
  return /\p{L}/u.test(value) && value.search(NOT_IN_A_NAME) < 0;
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
