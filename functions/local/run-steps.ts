/** Runs steps, and prints each as it would be typed. */
import { relative } from 'node:path';
import { refusalToConfirm } from '../command-line.ts';
import type { DeploymentName } from './deployment.ts';
import { exitWithError, isStopping, printLine, ROOT, start, waitForExit } from './machine.ts';

export interface DeploymentStep {
  what: string;
  command: string[];
  env?: Record<string, string>;
  /** Text for the standard input. */
  input?: string;
}

/** Before a change of production asks for the word "production", unless `isConfirmed`. @param done such as "deployed" */
export async function confirmChange(
  question: string,
  { environment, isConfirmed, done }: { environment: DeploymentName; isConfirmed: boolean; done: string },
): Promise<void> {
  if (isConfirmed || environment !== 'production') return;
  const refusal = await refusalToConfirm(question, environment);
  if (refusal) await exitWithError(`${refusal} Nothing was ${done}.`);
}

/** Stops at the first step that fails. @param runOne returns an exit code */
export async function runSteps(
  steps: readonly DeploymentStep[],
  runOne: (step: DeploymentStep) => Promise<number> | number = runShown,
): Promise<void> {
  for (const step of steps) {
    const { what, command, env = {} } = step;
    printLine(`\n── ${what}\n   ${formatCommand(command, env)}`);
    const code = await runOne(step);
    // The process ends: callers must not report success.
    if (isStopping()) return new Promise(() => {});
    if (code !== 0) {
      await exitWithError(
        `\nStopped: could not ${what} (exit code ${code}), see the output above. Earlier steps are done, later ones are not.`,
      );
    }
  }
}

/** Without a terminal wrangler asks nothing and uses its defaults. @returns the exit code */
export function runShown({ command, env, input }: DeploymentStep): Promise<number> {
  const child = start(command, { env, stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'] });
  child.stdin?.end(input);
  return waitForExit(child);
}

function formatCommand([node = '', tool = '', ...rest]: readonly string[], env: Record<string, string>): string {
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const begin = tool.endsWith('wrangler.js') ? ['npx wrangler'] : [relative(ROOT, node) || node, tool];
  return [...set, ...begin, ...rest.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))].join(' ');
}
