/** The desk's command line with the state of the portal under test, and the mails that it writes. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from './portal.ts';

const DESK = fileURLToPath(new URL('../../../functions/terminal/main.ts', import.meta.url));
const state = () => process.env.E2E_STATE ?? '';

/** Runs a command like an operator with an English terminal who confirms everything. @returns its output */
export const desk = (...command: string[]): Promise<string> =>
  // Applicants of the tests share their passport.
  deskUnasked(...command, '--yes', ...(command[0] === 'set' ? ['--sure', 'same,longer'] : []));

/** Runs a command without a confirmation. */
async function deskUnasked(...command: string[]): Promise<string> {
  // The compile cache is shared by commands, since loading their modules takes most of the time.
  const kept = { NODE_COMPILE_CACHE: join(state(), 'compiled') };
  // Playwright sets FORCE_COLOR; with NO_COLOR beside it, Node warns on standard error, where refusals are written.
  const { FORCE_COLOR: _, ...own } = process.env;
  const env = { ...own, ...kept, PORTAL_STATE: state(), LC_ALL: 'en_GB.UTF-8' };
  const { stdout } = await promisify(execFile)(process.execPath, [DESK, ...command, '--by', 'tester@office.example'], {
    env,
  });
  return stdout;
}

/** Returns the message of a refused command. */
export async function deskRefusal(...command: string[]): Promise<string> {
  const error: unknown = await deskUnasked(...command).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 1, stdout: '' });
  return (error as { stderr: string }).stderr;
}

/** Returns all mails to an address so far, oldest first; later ones may still be on their way. */
export async function mailsTo(email: string): Promise<string[]> {
  const folder = join(state(), 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(email));
}
