// @ts-check
/**
 * The arguments of every command of package.json. Nothing is done with a command line that was not understood: unknown words
 * are refused with the nearest known one, and so are options that npm kept for itself because `--` was forgotten.
 *
 * Runs on any Node from 18, before packages are installed.
 */
import { parseArgs } from 'node:util';

/**
 * @typedef {object} Word a positional argument
 * @property {string} name as the usage shows it
 * @property {readonly string[]} [choices] all that it may be
 * @property {boolean} [optional]
 * @property {boolean} [many] takes all that follow
 *
 * @typedef {object} Option
 * @property {'boolean' | 'string'} type
 * @property {string} [value] as the usage shows the value of a string
 * @property {string} about
 *
 * @typedef {object} Usage
 * @property {string} command as it is typed: `npm run deploy`
 * @property {string} about one sentence
 * @property {readonly Word[]} [words]
 * @property {Readonly<Record<string, Option>>} [options]
 * @property {Readonly<Record<string, string>>} [settings] variables of the environment that it reads, and what they do
 * @property {boolean} [passesOn] options that are not known go to another tool, with the words
 *
 * @typedef {{ words: string[], options: Record<string, string | boolean | undefined> }} Arguments
 *
 * @typedef {{ kind: 'unknown' | 'value' | 'missing' | 'surplus', given: string, nearest?: string }
 *   | { kind: 'swallowed', given: string, options: string[] }} Mistake
 */

/** A command line that can't be run. */
export class ArgumentMistake extends Error {
  /** @param {Mistake} mistake */
  constructor(mistake) {
    super(mistake.kind);
    this.name = 'ArgumentMistake';
    this.mistake = mistake;
  }
}

/** Options of npm 11 that it expands shorter unknown ones to, without `--` before them. */
const EXPANDED_BY_NPM = Object.freeze({ replace: 'replace_registry_host', by: 'bypass_2fa' });

/**
 * The options that npm took from a command line without `--`: it sets them in the environment of the script, and passes the
 * other words on (docs.npmjs.com, "Environment Variables"). Misspelled ones count as well.
 * @param {readonly string[]} names of the command's options
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function optionsTakenByNpm(names, env) {
  const given = Object.entries(env).flatMap(([key, value]) =>
    key.startsWith('npm_config_') && value ? [key.slice('npm_config_'.length)] : [],
  );
  return names.filter((name) => {
    const own = name.replaceAll('-', '_');
    const expanded = EXPANDED_BY_NPM[/** @type {keyof typeof EXPANDED_BY_NPM} */ (name)];
    return given.some((key) => key === own || key === expanded || isMisspelled(key, own));
  });
}

/** Known names may be near each other; npm's own settings of three letters and less are never taken for misspelled ones. */
const NPM_NAMES = new Set(['save', 'call', 'node', 'long', 'tag', 'os', 'cpu', 'fund', 'cert', 'all', 'yes']);

/** @param {string} key @param {string} name */
const isMisspelled = (key, name) => key !== name && !NPM_NAMES.has(key) && distance(key, name) <= name.length / 3;

/**
 * The known name that was probably meant. @param {string} given @param {readonly string[]} known
 * @returns {string | undefined} undefined where none is near
 */
export function nearest(given, known) {
  const near = known
    .map((name) => ({ name, edits: distance(given, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, name.length / 3) || (given.length > 1 && name.startsWith(given)))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.name;
}

/** Insertions, deletions, replacements and swaps of neighbours (Damerau and Levenshtein). @param {string} a @param {string} b */
function distance(a, b) {
  let [before, last] = [/** @type {number[]} */ ([]), Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, at(before, column - 2) + 1);
      next.push(edits);
    }
    [before, last] = [last, next];
  }
  return at(last, b.length);
}

/** @param {readonly number[]} row @param {number} column */
const at = (row, column) => row[column] ?? Number.POSITIVE_INFINITY;

/**
 * Splits a command line into words and options. @param {readonly string[]} argv
 * @param {Readonly<Record<string, Pick<Option, 'type'>>>} options @param {NodeJS.ProcessEnv} env
 * @returns {Arguments} @throws {ArgumentMistake}
 */
export function splitArguments(argv, options, env = process.env) {
  const names = Object.keys(options);
  const taken = optionsTakenByNpm(names, env);
  if (taken.length > 0) {
    const given = taken.map((name) => `--${name}`).join(' ');
    throw new ArgumentMistake({ kind: 'swallowed', given, options: taken });
  }
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  /** @type {Arguments} */
  const found = { words: [], options: {} };
  for (const token of tokens) {
    if (token.kind === 'positional') found.words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) {
      const near = nearest(name, names);
      throw new ArgumentMistake({ kind: 'unknown', given: rawName, ...(near ? { nearest: `--${near}` } : {}) });
    }
    const isBare = value === undefined || (!token.inlineValue && value.startsWith('--'));
    if (option.type === 'string' ? isBare : value !== undefined)
      throw new ArgumentMistake({ kind: 'value', given: `--${name}` });
    found.options[name] = option.type === 'string' ? value : true;
  }
  return found;
}

/**
 * Reads and checks a command line by its usage. @param {Usage} usage @param {readonly string[]} argv @param {NodeJS.ProcessEnv} env
 * @returns {Arguments} @throws {ArgumentMistake}
 */
export function checkArguments({ words: expected = [], options = {}, passesOn = false }, argv, env = process.env) {
  if (passesOn) return { words: [...argv], options: {} };
  const found = splitArguments(argv, options, env);
  const { words } = found;
  for (const [index, { name, choices, optional, many }] of expected.entries()) {
    const given = many ? words.slice(index) : words.slice(index, index + 1);
    if (given.length === 0 && !optional) throw new ArgumentMistake({ kind: 'missing', given: name });
    for (const word of choices ? given : []) {
      if (choices?.includes(word)) continue;
      const near = nearest(word, choices ?? []);
      throw new ArgumentMistake({ kind: 'unknown', given: word, ...(near ? { nearest: near } : {}) });
    }
  }
  const surplus = expected.some(({ many }) => many) ? undefined : words[expected.length];
  if (surplus !== undefined) throw new ArgumentMistake({ kind: 'surplus', given: surplus });
  return found;
}
