/**
 * Typography, set when the pages are built: a line begins with no dash, and neither "IT-виза" nor "e-mail" is broken at its
 * hyphen; in Russian no line ends with a short word. Source: A. Milchin, L. Cheltsova, «Справочник издателя и автора», rules of line breaks.
 */
const NO_BREAK_SPACE = '\u00A0';
const NO_BREAK_HYPHEN = '\u2011';

/** Unbreakable characters: more would not fit a narrow screen with wide letter spacing. */
const LONGEST_RUN = 16;
const ENDS_SHORT = /(?<![\p{L}\p{N}\p{M}{}@.-])\p{Script=Cyrillic}{1,3}$/u;
const BEFORE_DASH = / (?=[—–] )/g;
const KEPT_HYPHEN = /(?<=\bIT)-(?=\p{Script=Cyrillic})|(?<=\be)-(?=mail)/giu;

/** @returns the text with no-break spaces and hyphens; a text without Cyrillic gets only the space before a dash */
export function typeset(text: string): string {
  return tieShortWords(text).replace(BEFORE_DASH, NO_BREAK_SPACE).replace(KEPT_HYPHEN, NO_BREAK_HYPHEN);
}

/** From the end, so that a long chain of short words may break near its beginning. */
function tieShortWords(text: string): string {
  const [last = '', ...before] = text.split(' ').reverse();
  let run = last.length;
  return before.reduce((after, word) => {
    const joined = word.length + 1 + run;
    const isTied = run > 0 && joined <= LONGEST_RUN && ENDS_SHORT.test(word);
    run = isTied ? joined : word.length;
    return word + (isTied ? NO_BREAK_SPACE : ' ') + after;
  }, last);
}

/** Texts under this key name files, whose names have plain characters only. */
const FILE_NAME_KEY = 'fileName';

/** {@link typeset} for every text of a nested value but names of files. */
export function typesetAll<Value>(value: Value): Value {
  if (typeof value === 'string') return typeset(value) as Value;
  if (Array.isArray(value)) return value.map(typesetAll) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === FILE_NAME_KEY ? item : typesetAll(item)]),
  ) as Value;
}
