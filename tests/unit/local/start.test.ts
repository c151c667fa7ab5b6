/** Parts of the launchers: accepted admin hosts, and the log. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../../functions/gateway/env.ts';
import { readAdminHost } from '../../../functions/local/admin-host.ts';
import { openLog } from '../../../functions/local/log.ts';

const folder = mkdtempSync(join(tmpdir(), 'it-visa-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('npm start accepts and refuses the same admin hosts as the gateway', () => {
  const secret = 'a secret of the tests that is long enough';
  const byGateway = (value: string) =>
    readSettings({ BIND_SECRET: secret, HOST_SECRET: secret, ADMIN_HOST: value }).otherHost?.origin ?? '';
  const outcome = (read: (value: string) => string, value: string) => {
    try {
      return read(value);
    } catch {
      return 'refused';
    }
  };
  for (const value of [
    ...[
      '',
      'https://admin.example.org',
      'https://admin.example.org/',
      'https://admin.example.org:8443',
      'http://localhost:9000',
    ],
    ...[
      'http://127.0.0.1:9000',
      'http://admin.example.org',
      'https://admin.example.org/api',
      'admin.example.org',
      'ftp://x',
      'https://',
    ],
  ]) {
    expect([value, outcome(readAdminHost, value)]).toEqual([value, outcome(byGateway, value)]);
  }
});

describe('the log of the portal', () => {
  const path = join(folder, 'portal.log');
  const read = (name = path) => readFileSync(name, 'utf8');

  it('the log of the portal is continued by the next start', () => {
    openLog(path)('first start');
    openLog(path)('second start');
    expect(read()).toBe('first start\nsecond start\n');
  });

  it('a full log of the portal becomes the one older log', () => {
    const log = openLog(path, 40);
    log('third');
    log('the line that is too much for it');
    expect([read(`${path}.1`), read()]).toEqual([
      'first start\nsecond start\nthird\n',
      'the line that is too much for it\n',
    ]);
    openLog(path, 40)('and another one');
    expect(read(`${path}.1`)).toBe('the line that is too much for it\n');
  });
});
