/** The operator's name, and questions in the terminal. */
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { DeskWords } from '../admin/mail/words.ts';
import { DeskRefusal, officerName } from './command.ts';

/** The operator's name for the log: `--by`, else git's `user.name`, else the system's user. */
export function operatorName(given: string | undefined): string {
  return officerName(given || gitUser() || userInfo().username);
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

/**
 * Makes the `confirm` of an operator: asks in the terminal; `--yes` skips the question. Before a change of a deployed portal its
 * environment has to be typed.
 * @param place environment of a deployed portal, such as `production`; null for the local one
 * @param ask null without a terminal: `confirm` then throws DeskRefusal, as for any answer but the expected one
 */
export function confirmation(
  t: DeskWords,
  { yes, place }: { yes: boolean; place: string | null },
  ask = process.stdin.isTTY ? askInTerminal : null,
) {
  return async (question: string, expected = place ?? t('confirmYes')): Promise<void> => {
    if (yes) return;
    const asked = place === null ? question : `${t('onDeployed', { place })} ${question}`;
    if (!ask) throw new DeskRefusal(t('confirmNeeded', { question: asked }));
    const words = new Set(place === null ? [expected] : [expected, place]);
    for (const [index, word] of [...words].entries()) {
      const answer = await ask(`${index === 0 ? `${asked} ` : ''}${t('confirmHow', { expected: word })} `);
      if (answer.trim().toLowerCase() !== word.toLowerCase()) throw new DeskRefusal(t('notConfirmed'));
    }
  };
}

async function askInTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return answer;
}
