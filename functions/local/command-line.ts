/** The command line of a command: usage, mistakes, questions. */
import { createInterface } from 'node:readline/promises';
import {
  ArgumentError,
  type ArgumentProblem,
  type Arguments,
  checkArguments,
  type Option,
  type Usage,
} from '../arguments.ts';

const HELP: Option = { type: 'boolean', about: 'prints this' };

export function usageText({ command, about, words = [], options = {}, settings = {} }: Usage): string {
  const shown = words.map(({ name, choices, optional, many }) => {
    const word = `${choices ? choices.join('|') : name}${many ? ' …' : ''}`;
    return optional ? `[${word}]` : word;
  });
  const named = Object.entries({ ...options, help: HELP }).map(([name, { value, about: does }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    does,
  ]);
  const read = Object.entries(settings).map(([name, what]) => [`${name}=…`, what]);
  const width = Math.max(...[...named, ...read].map(([name = '']) => name.length));
  const line = [command, ...(shown.length > 0 || named.length > 1 ? ['--'] : []), ...shown].join(' ');
  const rows = (list: readonly string[][]) => list.map(([name = '', text = '']) => `  ${name.padEnd(width)}  ${text}`);
  const environment = read.length > 0 ? ['\nFrom the environment:', ...rows(read)] : [];
  const typed = `  ${line}${named.length > 1 ? ' [options]' : ''}`;
  return [`${about}\n`, `${typed}\n`, ...rows(named), ...environment].join('\n');
}

export function problemText(mistake: ArgumentProblem, { command, words = [] }: Usage, argv: readonly string[]): string {
  const { given } = mistake;
  const help = `${command} -- --help lists what there is.`;
  switch (mistake.problem) {
    case 'swallowed':
      return `npm took ${given} for itself: "--" was forgotten. Nothing was done. Type: ${[command, '--', ...argv, given].join(' ')}`;
    case 'value':
      return `${given} ${argv.some((word) => word.startsWith(`${given}=`)) ? 'takes no value' : 'needs a value'}. ${help}`;
    case 'missing':
      return `Say ${given}: ${words.find(({ name }) => name === given)?.choices?.join(', ') ?? 'it is missing'}. ${help}`;
    default: {
      const meant = mistake.nearest ? ` Did you mean ${mistake.nearest}?` : '';
      return `Unknown: ${given}.${meant} ${help}`;
    }
  }
}

/** The arguments of this process. Prints the usage for `--help` (exit code 0), or what to do about a mistake (exit code 2). */
export function readArguments(usage: Usage, argv: readonly string[] = process.argv.slice(2)): Arguments {
  if (argv.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${usageText(usage)}\n`);
    process.exit(0);
  }
  try {
    return checkArguments(usage, argv);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    process.stderr.write(`${problemText(error.mistake, usage, argv)}\n`);
    process.exit(2);
  }
}

/**
 * Asks for the name of the place before something there changes. @param what a sentence @returns null when it was typed; else
 * why nothing is done
 */
export async function refusalToConfirm(what: string, place: string): Promise<string | null> {
  if (!process.stdin.isTTY) return `${what} Nobody can be asked here: to do it all the same, add --yes.`;
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asked.question(`${what}\nTo go on, type "${place}": `);
  asked.close();
  return answer.trim() === place ? null : 'It was not confirmed.';
}
