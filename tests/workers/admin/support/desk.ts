/** The commands of the terminal, and officers, with the database, bucket and mail of the tests. */
import { expect } from 'vitest';
import type { Officer } from '../../../../functions/office/officer.ts';
import { Problem } from '../../../../functions/office/problem.ts';
import { COMMANDS, runCommand } from '../../../../functions/terminal/commands.ts';
import { confirmation, printed } from '../../../../functions/terminal/console.ts';
import type { Locale } from '../../../../src/domain/i18n/locales.ts';
import { bindings } from './host.ts';
import { everythingStored } from './storage.ts';

/** The words of a problem in the language of the tests. */
export const t = (...[code, values]: ConstructorParameters<typeof Problem>): string =>
  new Problem(code, values).textIn('en');

export const TESTER = 'tester@office.example';

/** An officer with all roles. */
export function officerWith(other: Partial<Officer> = {}): Officer {
  // As deployed: desk and commands have no secret.
  const { FILES_SECRET: _, ...env } = bindings;
  return { env, by: TESTER, now: Date.now(), fourEyes: false, may: () => true, ...other };
}

export interface DeskOptions {
  operator?: Partial<Parameters<typeof runCommand>[1]>;
  /** The result of every confirmation. */
  confirmed?: boolean;
  /** Is called with each question and the text to type. */
  asked?: (question: string, expected: string) => void;
  now?: number;
  locale?: Locale;
}

export interface CommandResult {
  data: unknown;
  /** As printed. */
  lines: string[];
}

/** Returns a function that runs commands as one operator. */
export function deskWith({ operator, confirmed = true, asked, now, locale = 'en' }: DeskOptions = {}) {
  return async (...argv: string[]): Promise<CommandResult> => {
    const [name = '', ...rest] = argv;
    const { args, options } = readArguments(name, rest);
    const data = await runCommand(
      name,
      {
        ...officerWith({ now: now ?? Date.now() }),
        ...{ locale, remote: false, mailFiles: [], isAsked: true },
        confirm: async (question, expected = 'yes') => {
          asked?.(question, expected);
          if (!confirmed) await confirmation({ yes: false, place: null }, async () => 'no')(question, expected);
        },
        ...operator,
      },
      args,
      options,
    );
    return { data, lines: printed(data, false).split('\n') };
  };
}

/** Reads options as an operator types them: `--note text`, `--now`. */
function readArguments(name: string, rest: readonly string[]) {
  const from = rest.findIndex((part) => part.startsWith('--'));
  const [args, given] = from === -1 ? [rest, []] : [rest.slice(0, from), rest.slice(from)];
  const known = Object.keys(COMMANDS[name]?.options ?? {});
  const options: Record<string, string | true> = {};
  for (let at = 0; at < given.length; at += 1) {
    const option = given[at]?.slice(2) ?? '';
    const isFlag = known.includes(option);
    options[option] = isFlag || (given[at + 1] ?? '');
    if (!isFlag) at += 1;
  }
  if (rest[1] === 'rejected') options.reason ??= 'other';
  return { args, options };
}

/** Runs one command, for example `desk('set', id, 'in_review')`. */
export const desk = deskWith();

/** The words of a refusal. */
const refusalText = (error: unknown): string =>
  error instanceof Problem ? error.textIn('en') : (error as Error).message;

/** Expects a refusal without any change, and returns its words. */
export async function expectRefusal(work: Promise<unknown> | (() => Promise<unknown>)): Promise<string> {
  const before = await everythingStored();
  const error: unknown = await (typeof work === 'function' ? work() : work).catch((reason: unknown) => reason);
  const kind = error instanceof Error ? error.constructor.name : 'no error';
  expect(['Problem', 'NotConfirmed', 'UsageError'], String(error)).toContain(kind);
  expect(await everythingStored()).toEqual(before);
  return refusalText(error);
}
