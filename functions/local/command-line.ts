/** Command lines: usage, error messages, confirmation. */
import { createInterface } from 'node:readline/promises';
import {
  ArgumentError,
  type ArgumentProblem,
  type Arguments,
  checkArguments,
  type Option,
  type Usage,
  type Word,
} from '../arguments.ts';

const HELP: Option = { type: 'boolean', about: 'prints this help' };

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
  const help = `For all arguments: ${command} -- --help`;
  switch (mistake.problem) {
    case 'swallowed':
      return `npm took ${given} as its own option, since "--" is missing. Nothing was done. Run: ${[command, '--', ...argv, given].join(' ')}`;
    case 'value':
      return `${given} ${argv.some((word) => word.startsWith(`${given}=`)) ? 'takes no value' : 'needs a value'}. ${help}`;
    case 'missing':
      return `Missing argument ${given}${choicesOf(words, given)}. ${help}`;
    default: {
      const meant = mistake.nearest ? ` Did you mean ${mistake.nearest}?` : '';
      return `Unknown: ${given}.${meant} ${help}`;
    }
  }
}

function choicesOf(words: readonly Word[], given: string): string {
  const choices = words.find(({ name }) => name === given)?.choices;
  return choices ? `: ${choices.join(' or ')}` : '';
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
 * Asks the operator to type the name of the place that changes. @param what a sentence about the change @returns null when it
 * was typed; else the reason for the refusal
 */
export async function refusalToConfirm(what: string, place: string): Promise<string | null> {
  if (!process.stdin.isTTY) return `${what} There is no terminal to confirm it in; to confirm it here, add --yes.`;
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asked.question(`${what}\nTo go on, type "${place}": `);
  asked.close();
  return answer.trim() === place ? null : `Not confirmed: you typed "${answer.trim()}", not "${place}".`;
}
