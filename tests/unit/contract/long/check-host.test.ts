/** The command `npm run check-host`: its question, output and exit code. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Fault } from '../../../contract/foreign-host/faults.ts';
import { type ForeignHost, startForeignHost } from '../../../contract/foreign-host/start.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const NODE = join(ROOT, 'node_modules/.bin/node');
const SECRET = 'a secret that the gateway and its host share';

let host: ForeignHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

async function origin(faults: Fault[] = []): Promise<string> {
  host = await startForeignHost([SECRET], faults);
  return host.origin;
}

/** Runs the command without a terminal. @param secret in its environment */
function checkHost(given: string[], secret = SECRET): Promise<{ code: number | null; out: string; err: string }> {
  const env = { ...process.env, HOST_SECRET: secret };
  const child = spawn(NODE, ['tests/contract/check-host.ts', ...given], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  return new Promise((done) => child.once('close', (code) => done({ code, ...output })));
}

it('check-host reports level by level what holds, what is missing, and what it has created', async () => {
  const { code, out, err } = await checkHost([await origin(), '--yes', '--mail-domain', 'trial.example.org']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const level of [1, 2, 3, 4]) expect(out).toMatch(new RegExp(`^Level ${level}\\. `, 'm'));
  expect(out).toMatch(/^ {2}✓ signature$/m);
  expect(out).toMatch(
    /^ {2}– current-user: missing \(404\)\n {6}Worse: After a reload .*\n {6}To fix: Respond to GET \/user/m,
  );
  for (const id of host?.state.applications.keys() ?? []) expect(out).toMatch(new RegExp(`^  ${id}  `, 'm'));
  expect(out.match(/@trial\.example\.org$/gm)).toHaveLength(host?.state.applications.size ?? -1);
  expect(out).toContain('The host holds level 3 and all below it. Required: level 3. Passed.');
  expect(out).not.toContain(SECRET);
});

it('check-host ends with 1 and the remedy when the required level fails, and ignores higher levels', async () => {
  const given = [await origin(['keeps_lists']), '--yes', '--json'];
  const [third, second] = [await checkHost(given), await checkHost([...given, '--level', '2'])];
  expect([third.code, second.code]).toEqual([1, 0]);
  const { level, fit, results } = JSON.parse(third.out);
  expect({ level, fit }).toEqual({ level: 2, fit: false });
  expect(results).toContainEqual({
    ...{
      name: 'emptied-list',
      level: 3,
      effect: 'worsens',
      outcome: 'fails',
      seen: 'the relatives are still in the record',
    },
    ...{ means: expect.stringMatching(/\.$/), mend: expect.stringMatching(/\.$/) },
  });
});

it('check-host starts nothing without consent, and says what it would create', async () => {
  const { code, out, err } = await checkHost([await origin()]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/test applications on \S+ \(surname Check-Host, .*@example\.org\).*add --yes/s);
  expect(host?.state.applications.size).toBe(0);
});

it('check-host reads the secret from the environment only', async () => {
  const without = await checkHost([await origin(), '--yes'], '');
  expect(without).toMatchObject({ code: 2, err: expect.stringMatching(/^HOST_SECRET is missing/) });
  const typed = await checkHost([host?.origin ?? '', '--yes', '--secret', SECRET]);
  expect(typed).toMatchObject({ code: 2, err: expect.stringMatching(/unknown option '--secret'/) });
  expect(host?.state.applications.size).toBe(0);
});

it('check-host refuses the production host and invalid URLs', async () => {
  const production = await checkHost(['https://portal.example', '--yes']);
  expect(production).toMatchObject({ code: 2, err: expect.stringMatching(/is in production, with real applicants/) });
  for (const given of [[], ['http://host.example.org'], ['local', '--level', '5']]) {
    expect(await checkHost(given)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^(?:error: |"http:\/\/host\.example\.org" is not a host: )/),
    });
  }
});
