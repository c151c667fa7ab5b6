/**
 * Typography, set when the pages are built: no line begins with a dash, neither "IT-виза" nor "e-mail" is broken at its hyphen,
 * and in Russian no line ends with a short word. Source: A. Milchin, L. Cheltsova, «Справочник издателя и автора», rules of line
 * breaks.
 */
const NO_BREAK_SPACE = '\u00A0';
const NO_BREAK_HYPHEN = '\u2011';

/**
 * Most characters that are tied together, not counting placeholders and units that the text itself ties. A heading on a screen of
 * 320 px with the letter spacing of WCAG 1.4.12 holds about as many: a longer run would be broken inside a word.
 */
const LONGEST_RUN = 16;
const SHORT = String.raw`(?<![\p{L}\p{N}\p{M}{}@.-])\p{Script=Cyrillic}{1,3}`;
const ENDS_SHORT = new RegExp(`${SHORT}$`, 'u');
/** A word and the short words that are tied to it, without what the text itself ties to them. */
const RUN = new RegExp(`^(?:[^\\u00A0]*${SHORT}\\u00A0)*[^\\u00A0]*`, 'u');
/** Placeholders, and the address of a link: they are not shown. */
const NOT_SHOWN = /\{\{[^{}]*\}\}|\[|\]\([^()\s]*\)/g;
const BEFORE_DASH = / (?=[—–] )/g;
/** Text between spaces and the brackets of a link. */
const TOKEN = /[^\s()[\]]+/g;
const IS_FIXED = /[@/\d]|\.[\p{L}\p{N}]/u;
const KEPT_HYPHEN = /(?<=\bIT)-(?=\p{Script=Cyrillic})|(?<=\be)-(?=mail)/giu;

/** @returns the text with no-break spaces and hyphens; a text without Cyrillic gets only the space before a dash */
export function typeset(text: string): string {
  return text
    .split('\n')
    .map(tieShortWords)
    .join('\n')
    .replace(BEFORE_DASH, NO_BREAK_SPACE)
    .replace(TOKEN, (token) => (IS_FIXED.test(token) ? token : token.replace(KEPT_HYPHEN, NO_BREAK_HYPHEN)));
}

/**
 * Ties the short words of one line. Starts at the end, so that a long chain of short words breaks near its beginning, and not
 * after its shorter word.
 */
function tieShortWords(text: string): string {
  const words = text.split(' ');
  const isTied = words.map(() => false);
  let run = 0;
  for (const [index, word] of [...words.entries()].reverse()) {
    const next = words[index + 1] ?? '';
    const joined = word.length + 1 + run;
    const isShort = next !== '' && ENDS_SHORT.test(word);
    const isBeforeLonger = isTied[index + 1] === true && next.length > word.length;
    if (isShort && joined <= LONGEST_RUN) {
      isTied[index] = true;
      run = joined;
    } else if (isShort && isBeforeLonger) {
      isTied[index] = true;
      isTied[index + 1] = false;
      run = word.length + 1 + next.length;
    } else run = (RUN.exec(word.replace(NOT_SHOWN, ''))?.[0] ?? '').length;
  }
  return words.reduce((line, word, index) => line + (isTied[index - 1] ? NO_BREAK_SPACE : ' ') + word);
}

/** Keys of texts that must not change: addresses, names of files, and the subjects of mails, which people search for. */
const FIXED_KEYS = new Set(['url', 'picture', 'tests', 'fileName', 'subject']);

/** {@link typeset} for every text of a nested value, except those of {@link FIXED_KEYS}. */
export function typesetAll<Value>(value: Value): Value {
  if (typeof value === 'string') return typeset(value) as Value;
  if (Array.isArray(value)) return value.map(typesetAll) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, FIXED_KEYS.has(key) ? item : typesetAll(item)]);
  return Object.fromEntries(entries) as Value;
}
