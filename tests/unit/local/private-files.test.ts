/** The permissions of a portal's files on this machine. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../../functions/local/log.ts';
import { readState } from '../../../functions/local/set-up.ts';

const top = mkdtempSync(join(tmpdir(), 'it-visa-private-'));
afterAll(() => rmSync(top, { recursive: true }));

let state: string;
beforeEach(() => {
  state = join(mkdtempSync(join(top, 'of-')), 'state');
});
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('permissions of the state folder', () => {
  it('a new state folder is readable by its owner only', () => {
    expect(readState(state)).toBe(state);
    expect([mode(state), mode(join(state, 'portal.log'))]).toEqual(['700', '600']);
    openLog(join(state, 'portal.log'), 1)('a line that fills it');
    openLog(join(state, 'portal.log'), 1)('and another one');
    expect([mode(join(state, 'portal.log')), mode(join(state, 'portal.log.1'))]).toEqual(['600', '600']);
  });
});
