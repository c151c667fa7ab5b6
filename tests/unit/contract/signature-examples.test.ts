/** The examples that docs/host.md links to accept the gateway's calls and reject others. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSign } from '../../../functions/gateway/request/signature.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const EXAMPLES = join(ROOT, 'tests/contract/examples');
const FILES = { ts: 'verify-signature.ts', python: 'verify_signature.py' } as const;
type Language = keyof typeof FILES;

const SECRETS = ['the secret that is in use from now on', 'the secret that was in use until now'];
const CALL = {
  method: 'GET',
  target: '/files/k3y/%D0%B0.pdf?a=1&b=%2B',
  requestId: '1d1a4c5e-0000-4000-8000-0123456789ab',
};

interface Case {
  method: string;
  target: string;
  headers: Record<string, string>;
}

const folder = mkdtempSync(join(tmpdir(), 'it-visa-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A call for each possible fault, and whether it must be accepted. */
const cases: Record<string, [Case, boolean]> = {};
beforeAll(async () => {
  const sign = (secret = SECRETS[0] ?? '', seconds = 0) =>
    createSign({ secret, now: () => Date.now() + seconds * 1000 })(CALL);
  const signed = (signature: string, changes: Partial<Case> = {}, requestId = CALL.requestId): Case => ({
    ...{ method: CALL.method, target: CALL.target },
    headers: { 'x-gateway-signature': signature, 'x-request-id': requestId },
    ...changes,
  });
  const good = await sign();
  Object.assign(cases, {
    'the gateway’s': [signed(good), true],
    'the gateway’s, with the secret before': [signed(await sign(SECRETS[1])), true],
    'four minutes old': [signed(await sign(undefined, -240)), true],
    'six minutes old': [signed(await sign(undefined, -360)), false],
    'six minutes ahead': [signed(await sign(undefined, 360)), false],
    'of another secret': [signed(await sign('a secret that was never in use here')), false],
    'of another method': [signed(good, { method: 'POST' }), false],
    'of another query': [signed(good, { target: '/files/k3y/%D0%B0.pdf?a=2' }), false],
    'of another request': [signed(good, {}, 'another'), false],
    'without a signature': [{ method: 'GET', target: CALL.target, headers: {} }, false],
    'with an empty one': [signed('t=,v1='), false],
    'with another time': [signed(good.replace(/^t=\d/, 't=2')), false],
  } satisfies Record<string, [Case, boolean]>);
});

/** Runs the code in the document. */
function verdicts(language: Language): boolean[] {
  const given = JSON.stringify({ secrets: SECRETS, cases: Object.values(cases).map(([one]) => one) });
  const runner = {
    ts: [
      join(ROOT, 'node_modules/.bin/node'),
      'run.ts',
      "import { isFromGateway } from './verify-signature.ts';\nconst { secrets, cases } = JSON.parse(process.argv[2] ?? '');\nconsole.log(JSON.stringify(cases.map((c) => isFromGateway(secrets, c.method, c.target, c.headers))));",
    ],
    python: [
      'python3',
      'run.py',
      'import json, sys\nfrom verify_signature import is_from_gateway\ngiven = json.loads(sys.argv[1])\nprint(json.dumps([is_from_gateway(given["secrets"], c["method"], c["target"], c["headers"]) for c in given["cases"]]))',
    ],
  }[language] as [string, string, string];
  const [command, file, text] = runner;
  copyFileSync(join(EXAMPLES, FILES[language]), join(folder, FILES[language]));
  writeFileSync(join(folder, file), text);
  const { status, stdout, stderr, error } = spawnSync(command, [file, given], { cwd: folder, encoding: 'utf8' });
  expect(status, `${error ?? stderr}`).toBe(0);
  return JSON.parse(stdout);
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.each(Object.keys(FILES) as Language[])('the signature example in %s', (language) => {
  // A machine without Python skips its example.
  it.skipIf(language === 'python' && !hasPython)(
    `the signature example for ${language} accepts requests of the gateway only`,
    () => {
      const names = Object.keys(cases);
      const actual = Object.fromEntries(verdicts(language).map((verdict, index) => [names[index], verdict]));
      expect(actual).toEqual(Object.fromEntries(Object.entries(cases).map(([name, [, expected]]) => [name, expected])));
    },
  );
});
