/**
 * Russian typography, set when the pages are built: a line neither ends with a short word nor begins with a dash, and "IT-виза"
 * is not broken at its hyphen. Source: A. Milchin, L. Cheltsova, «Справочник издателя и автора», rules of line breaks.
 */
const NO_BREAK_SPACE = '\u00A0';
const NO_BREAK_HYPHEN = '\u2011';

const SHORT_WORD = /(?<![\p{L}\p{N}\p{M}{}@.-])(\p{Script=Cyrillic}{1,3}) (?=\S)/gu;
const BEFORE_DASH = / (?=[—–] )/g;
const AFTER_IT = /\bIT-(?=\p{Script=Cyrillic})/gu;

/** @returns the text with its no-break spaces and hyphens; texts without Cyrillic letters keep all but the space before a dash */
export function typeset(text: string): string {
  return text
    .replace(SHORT_WORD, `$1${NO_BREAK_SPACE}`)
    .replace(BEFORE_DASH, NO_BREAK_SPACE)
    .replace(AFTER_IT, `IT${NO_BREAK_HYPHEN}`);
}

/** {@link typeset} for every text of a file of words or of an entry, however deep. */
export function typesetAll<Value>(value: Value): Value {
  if (typeof value === 'string') return typeset(value) as Value;
  if (Array.isArray(value)) return value.map(typesetAll) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, typesetAll(item)])) as Value;
}
