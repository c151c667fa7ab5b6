/**
 * Names: letters of any script, apostrophe, hyphen, space (specification §5), and the joiners U+200C and U+200D, which are
 * part of how Persian and Indic names are spelt.
 */

const NOT_IN_A_NAME = /[^\p{L}\p{M}\p{Join_C}'’ʼʻ‘\- ]/gu;

/**
 * What stays of a typed name.
 * @returns the value with its first letter upper-cased, and the characters that were dropped, so that the form can say so;
 *   of what nobody could see it says nothing
 */
export function cleanName(typed: string): { value: string; dropped: string } {
  const dropped = [...new Set(typed.match(NOT_IN_A_NAME) ?? [])].join(' ').replace(/\p{C}/gu, '').trim();
  const kept = typed.replace(NOT_IN_A_NAME, '').replace(/^ +/, '').replace(/ {2,}/g, ' ');
  const [first = ''] = kept;
  return { value: first.toLocaleUpperCase() + kept.slice(first.length), dropped };
}

/** True when nothing in the name would be dropped and it has a letter. */
export function isName(value: string): boolean {
  return /\p{L}/u.test(value) && value.search(NOT_IN_A_NAME) < 0;
}

/** True when a name has Cyrillic letters. */
export function isCyrillic(name: string): boolean {
  return /\p{Script=Cyrillic}/u.test(name);
}
