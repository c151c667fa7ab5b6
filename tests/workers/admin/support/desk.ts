/** The operators' command line on the database, bucket and mail of the tests. */
import { expect } from 'vitest';
import { type CommandLine, DeskRefusal, type Told } from '../../../../functions/admin/desk/command.ts';
import { runCommand } from '../../../../functions/admin/desk/commands.ts';
import type { Desk } from '../../../../functions/admin/desk/platform.ts';
import { wordsOf } from '../../../../functions/admin/mail/words.ts';
import { bindings } from './host.ts';
import { everythingStored } from './storage.ts';

/** The desk's words in the language of the tests. */
export const t = wordsOf('en', 'desk');

export interface DeskOptions {
  desk?: Partial<Desk>;
  /** The answer to every question. */
  confirmed?: boolean;
  now?: number;
}

/** Runs commands as one operator. */
export function deskWith({ desk, confirmed = true, now }: DeskOptions = {}) {
  return (...argv: string[]): Promise<Told> =>
    runCommand(commandLine(argv), {
      desk: { env: bindings, remote: false, mailFiles: [], close: async () => {}, ...desk },
      t,
      locale: 'en',
      by: 'tester',
      now: now ?? Date.now(),
      confirm: async () => {
        if (!confirmed) throw new DeskRefusal(t('notConfirmed'));
      },
    });
}

/** Every option with a value, as `--note text`. */
function commandLine(argv: readonly string[]): CommandLine {
  const [name = '', ...rest] = argv;
  const from = rest.findIndex((part) => part.startsWith('--'));
  const [args, given] = from === -1 ? [rest, []] : [rest.slice(0, from), rest.slice(from)];
  const options: Record<string, string> = {};
  for (let at = 0; at < given.length; at += 2) options[given[at]?.slice(2) ?? ''] = given[at + 1] ?? '';
  return { name, args, options };
}

/** Runs one command, for example `desk('set', id, 'in_review')`. */
export const desk = deskWith();

/** What a refused command says; it has changed nothing. */
export async function refused(work: Promise<Told> | (() => Promise<Told>)): Promise<string> {
  const before = await everythingStored();
  const error: unknown = await (typeof work === 'function' ? work() : work).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DeskRefusal);
  expect(await everythingStored()).toEqual(before);
  return (error as Error).message;
}
