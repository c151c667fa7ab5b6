/** Who sits at the desk, and how they are asked. */
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { cleanText } from '../../../src/domain/input/text.ts';
import type { Words } from '../mail/words.ts';
import { DeskRefusal } from './command.ts';

const MAX_NAME = 100;

/** Who answers for a change: `--by`, else the user of git, else of the system. */
export function operatorName(given: string | undefined): string {
  return cleanText(given || gitUser() || userInfo().username).slice(0, MAX_NAME);
}

function gitUser(): string {
  try {
    return execFileSync('git', ['config', 'user.name'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

/** Asks in the terminal; `--yes` answers for scripts. @throws DeskRefusal where nobody can be asked, and for any answer but yes */
export function confirmation(t: Words, yes: boolean) {
  return async (question: string): Promise<void> => {
    if (yes) return;
    if (!process.stdin.isTTY) throw new DeskRefusal(t('confirmNeeded', { question }));
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await terminal.question(`${question} ${t('confirmHow')} `);
    terminal.close();
    if (answer.trim().toLowerCase() !== t('confirmYes')) throw new DeskRefusal(t('notConfirmed'));
  };
}
