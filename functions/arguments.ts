/** The arguments of the desk's command line. */
import { parseArgs } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

interface Arguments {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

type ArgumentProblem =
  | { problem: 'unknown' | 'value' | 'missing' | 'surplus'; given: string; nearest?: string }
  | { problem: 'swallowed'; given: string; options: string[] };

export class ArgumentError extends Error {
  readonly mistake: ArgumentProblem;
  constructor(mistake: ArgumentProblem) {
    super(mistake.problem);
    this.name = 'ArgumentMistake';
    this.mistake = mistake;
  }
}

/** Options of npm 11 that it expands these unknown ones to, without `--` before them. */
const EXPANDED_BY_NPM: Readonly<Record<string, string>> = { replace: 'replace_registry_host', by: 'bypass_2fa' };

/**
 * The options that npm took from a command line without `--`: it sets them in the script's environment (docs.npmjs.com,
 * "Environment Variables"). Finds misspelled ones too. @param names of the command's options
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

/** npm's own settings and other short names, which are never taken for misspelled options. */
const NPM_NAMES = new Set(['save', 'call', 'node', 'long', 'tag', 'os', 'cpu', 'fund', 'cert', 'all', 'yes']);

const isMisspelled = (key: string, name: string) =>
  key !== name && !NPM_NAMES.has(key) && distance(key, name) <= name.length / 3;

/** The nearest known name; undefined for none. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const near = known
    .map((name) => ({ name, edits: distance(given, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, name.length / 3) || (given.length > 1 && name.startsWith(given)))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.name;
}

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

/** @throws {ArgumentError} */
export function splitArguments(
  argv: readonly string[],
  options: Readonly<Record<string, { type: 'boolean' | 'string' }>>,
  env: Environment = process.env,
): Arguments {
  const names = Object.keys(options);
  const taken = optionsTakenByNpm(names, env);
  if (taken.length > 0) {
    const given = taken.map((name) => `--${name}`).join(' ');
    throw new ArgumentError({ problem: 'swallowed', given, options: taken });
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
      throw new ArgumentError({ problem: 'unknown', given: rawName, ...(near ? { nearest: `--${near}` } : {}) });
    }
    const isBare = value === undefined || (!token.inlineValue && value.startsWith('--'));
    if (option.type === 'string' ? isBare : value !== undefined)
      throw new ArgumentError({ problem: 'value', given: `--${name}` });
    found.options[name] = option.type === 'string' ? value : true;
  }
  return found;
}
