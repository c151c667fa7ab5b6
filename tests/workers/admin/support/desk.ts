/** The desk's command line with the database, bucket and mail of the tests. */
import { expect } from 'vitest';
import { wordsOf } from '../../../../functions/admin/mail/words.ts';
import {
  type CommandLine,
  type CommandResult,
  DeskRefusal,
  OPTIONS,
  type OptionName,
  type Options,
} from '../../../../functions/office/command.ts';
import { runCommand } from '../../../../functions/office/commands.ts';
import type { Desk } from '../../../../functions/office/platform.ts';
import type { Locale } from '../../../../src/domain/i18n/locales.ts';
import { bindings } from './host.ts';
import { everythingStored } from './storage.ts';

/** The desk's words in the language of the tests. */
export const t = wordsOf('en', 'desk');

export interface DeskOptions {
  desk?: Partial<Desk>;
  /** The result of every confirmation. */
  confirmed?: boolean;
  /** Is called with each question and the text to type. */
  asked?: (question: string, expected: string) => void;
  now?: number;
  /** English by default. */
  locale?: Locale;
}

/** Returns a function that runs commands as one operator. */
export function deskWith({ desk, confirmed = true, asked, now, locale = 'en' }: DeskOptions = {}) {
  return (...argv: string[]): Promise<CommandResult> =>
    runCommand(commandLine(argv), {
      desk: { env: bindings, remote: false, mailFiles: [], close: async () => {}, ...desk },
      t: wordsOf(locale, 'desk'),
      locale,
      by: 'tester',
      now: now ?? Date.now(),
      confirm: async (question, expected = t('confirmYes')) => {
        asked?.(question, expected);
        if (!confirmed) throw new DeskRefusal(t('notConfirmed'));
      },
    });
}

/** Parses options as an operator types them: `--note text`, `--now`. */
function commandLine(argv: readonly string[]): CommandLine {
  const [name = '', ...rest] = argv;
  const from = rest.findIndex((part) => part.startsWith('--'));
  const [args, given] = from === -1 ? [rest, []] : [rest.slice(0, from), rest.slice(from)];
  const options: Record<string, string | true> = {};
  for (let at = 0; at < given.length; at += 1) {
    const option = given[at]?.slice(2) ?? '';
    const isFlag = OPTIONS[option as OptionName]?.type === 'boolean';
    options[option] = isFlag || (given[at + 1] ?? '');
    if (!isFlag) at += 1;
  }
  return { name, args, options: options as Options };
}

/** Runs one command, for example `desk('set', id, 'in_review')`. */
export const desk = deskWith();

/** Expects a command to be refused without any change, and returns its message. */
export async function expectRefusal(work: Promise<CommandResult> | (() => Promise<CommandResult>)): Promise<string> {
  const before = await everythingStored();
  const error: unknown = await (typeof work === 'function' ? work() : work).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DeskRefusal);
  expect(await everythingStored()).toEqual(before);
  return (error as Error).message;
}
