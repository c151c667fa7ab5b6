/** Commands of operators that are interrupted: while a step runs, and at a question. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askInTerminal } from '../../../functions/command-line.ts';
import { installedNode } from '../../../functions/local/machine.ts';

const LOCAL = resolve(import.meta.dirname, '../../../functions/local');

it.each(['SIGINT', 'SIGTERM'] as const)('a command whose step ends with %s reports no success', async (signal) => {
  const script = `
    import { runSteps } from '${LOCAL}/run-steps.ts';
    import { INTERRUPTED, stopOnSignals } from '${LOCAL}/machine.ts';
    stopOnSignals(INTERRUPTED);
    await runSteps([{ what: 'wait', command: [process.execPath, '-e', 'console.log("begun"); setTimeout(() => {}, 60_000)'] }]);
    console.log('Deployed');`;
  const child = spawn(installedNode(), ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (/^begun$/m.test(output)) child.kill(signal);
  });
  const code = await new Promise((done) => child.once('close', done));
  expect(output).toContain('── wait');
  expect({ code, isDeployed: output.includes('Deployed') }).toEqual({ code: 130, isDeployed: false });
});

it.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('%s at a question is an empty answer, and no error', async (_, key) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = askInTerminal('Go on? ', { input, output, terminal: true });
  input.write(key);
  expect(await answer).toBe('');
});
