/**
 * The arguments of every command of package.json. Nothing is done with a command line that was not understood: unknown words
 * are refused with the nearest known one, and so are options that npm kept for itself because `--` was forgotten.
 */
import { parseArgs } from 'node:util';

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A positional argument. */
export interface Word {
  /** As the usage shows it. */
  name: string;
  /** All that it may be. */
  choices?: readonly string[];
  optional?: boolean;
  /** Takes all that follow. */
  many?: boolean;
}

export interface Option {
  type: 'boolean' | 'string';
  /** As the usage shows the value of a string. */
  value?: string;
  about: string;
}

export interface Usage {
  /** As it is typed: `npm run deploy`. */
  command: string;
  /** One sentence. */
  about: string;
  words?: readonly Word[];
  options?: Readonly<Record<string, Option>>;
  /** Variables of the environment that it reads, and what they do. */
  settings?: Readonly<Record<string, string>>;
  /** Options that are not known go to another tool, with the words. */
  passesOn?: boolean;
}

export interface Arguments {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

export type Mistake =
  | { problem: 'unknown' | 'value' | 'missing' | 'surplus'; given: string; nearest?: string }
  | { problem: 'swallowed'; given: string; options: string[] };

/** A command line that can't be run. */
export class ArgumentMistake extends Error {
  readonly mistake: Mistake;
  constructor(mistake: Mistake) {
    super(mistake.problem);
    this.name = 'ArgumentMistake';
    this.mistake = mistake;
  }
}

/** Options of npm 11 that it expands shorter unknown ones to, without `--` before them. */
const EXPANDED_BY_NPM: Readonly<Record<string, string>> = { replace: 'replace_registry_host', by: 'bypass_2fa' };

/**
 * The options that npm took from a command line without `--`: it sets them in the environment of the script, and passes the
 * other words on (docs.npmjs.com, "Environment Variables"). Misspelled ones count as well.
 * @param names of the command's options
 */
function optionsTakenByNpm(names: readonly string[], env: Environment): string[] {
  const given = Object.entries(env).flatMap(([key, value]) =>
    key.startsWith('npm_config_') && value ? [key.slice('npm_config_'.length)] : [],
  );
  return names.filter((name) => {
    const own = name.replaceAll('-', '_');
    const expanded = EXPANDED_BY_NPM[name];
    return given.some((key) => key === own || key === expanded || isMisspelled(key, own));
  });
}

/** Known names may be near each other; npm's own settings of three letters and less are never taken for misspelled ones. */
const NPM_NAMES = new Set(['save', 'call', 'node', 'long', 'tag', 'os', 'cpu', 'fund', 'cert', 'all', 'yes']);

const isMisspelled = (key: string, name: string) =>
  key !== name && !NPM_NAMES.has(key) && distance(key, name) <= name.length / 3;

/** The known name that was probably meant. @returns undefined where none is near */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const near = known
    .map((name) => ({ name, edits: distance(given, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, name.length / 3) || (given.length > 1 && name.startsWith(given)))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.name;
}

/** Insertions, deletions, replacements and swaps of neighbours (Damerau and Levenshtein). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
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

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;

/** Splits a command line into words and options. @throws {ArgumentMistake} */
export function splitArguments(
  argv: readonly string[],
  options: Readonly<Record<string, Pick<Option, 'type'>>>,
  env: Environment = process.env,
): Arguments {
  const names = Object.keys(options);
  const taken = optionsTakenByNpm(names, env);
  if (taken.length > 0) {
    const given = taken.map((name) => `--${name}`).join(' ');
    throw new ArgumentMistake({ problem: 'swallowed', given, options: taken });
  }
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const found: Arguments = { words: [], options: {} };
  for (const token of tokens) {
    if (token.kind === 'positional') found.words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) {
      const near = nearest(name, names);
      throw new ArgumentMistake({ problem: 'unknown', given: rawName, ...(near ? { nearest: `--${near}` } : {}) });
    }
    const isBare = value === undefined || (!token.inlineValue && value.startsWith('--'));
    if (option.type === 'string' ? isBare : value !== undefined)
      throw new ArgumentMistake({ problem: 'value', given: `--${name}` });
    found.options[name] = option.type === 'string' ? value : true;
  }
  return found;
}

/** Reads and checks a command line by its usage. @throws {ArgumentMistake} */
export function checkArguments(
  { words: expected = [], options = {}, passesOn = false }: Usage,
  argv: readonly string[],
  env: Environment = process.env,
): Arguments {
  if (passesOn) return { words: [...argv], options: {} };
  const found = splitArguments(argv, options, env);
  const { words } = found;
  for (const [index, { name, choices, optional, many }] of expected.entries()) {
    const given = many ? words.slice(index) : words.slice(index, index + 1);
    if (given.length === 0 && !optional) throw new ArgumentMistake({ problem: 'missing', given: name });
    for (const word of choices ? given : []) {
      if (choices?.includes(word)) continue;
      const near = nearest(word, choices ?? []);
      throw new ArgumentMistake({ problem: 'unknown', given: word, ...(near ? { nearest: near } : {}) });
    }
  }
  const surplus = expected.some(({ many }) => many) ? undefined : words[expected.length];
  if (surplus !== undefined) throw new ArgumentMistake({ problem: 'surplus', given: surplus });
  return found;
}
