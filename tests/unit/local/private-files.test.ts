/** The permissions of a portal's files on this machine. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../../functions/local/log.ts';
import { makePrivate, makeStatePrivate } from '../../../functions/local/private-files.ts';
import { readState } from '../../../functions/local/set-up.ts';

const top = mkdtempSync(join(tmpdir(), 'it-visa-private-'));
afterAll(() => rmSync(top, { recursive: true }));

let state: string;
beforeEach(() => {
  state = join(mkdtempSync(join(top, 'of-')), 'state');
});
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Makes files readable by everybody, as an earlier portal did. */
function keepOpen(...files: string[]): void {
  for (const file of files) {
    const path = join(state, file);
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o755 });
    writeFileSync(path, 'x');
    chmodSync(path, 0o644);
    for (let folder = join(path, '..'); folder.startsWith(state); folder = join(folder, '..')) chmodSync(folder, 0o755);
  }
}

describe('permissions of the state folder', () => {
  it('a new state folder is readable by its owner only', () => {
    expect(readState(state)).toBe(state);
    expect([mode(state), mode(join(state, 'portal.log'))]).toEqual(['700', '600']);
    openLog(join(state, 'portal.log'), 1)('a line that fills it');
    openLog(join(state, 'portal.log'), 1)('and another one');
    expect([mode(join(state, 'portal.log')), mode(join(state, 'portal.log.1'))]).toEqual(['600', '600']);
  });

  it('an earlier state folder becomes readable by its owner only, at any depth', () => {
    const files = ['portal.log', 'mail/1.txt', 'v3/d1/a/b.sqlite', 'v3/r2/c/blobs/d', 'admin/.dev.vars', 'workers.pid'];
    // Of `desk --remote`.
    files.push('remote/wrangler.json');
    keepOpen(...files);
    expect(mode(join(state, 'v3/r2'))).toBe('755');
    readState(state);
    for (const file of files) expect(mode(join(state, file)), file).toBe('600');
    for (const folder of ['', 'mail', 'v3', 'v3/d1', 'v3/d1/a', 'v3/r2/c/blobs', 'admin'])
      expect(mode(join(state, folder)), folder).toBe('700');
  });

  it("folders and files in a state folder that are not the portal's keep their permissions", () => {
    keepOpen('letter.txt', 'v3/d1/b.sqlite');
    chmodSync(state, 0o777);
    readState(state);
    expect([mode(state), mode(join(state, 'letter.txt'))]).toEqual(['777', '644']);
    expect([mode(join(state, 'v3')), mode(join(state, 'v3/d1/b.sqlite'))]).toEqual(['700', '600']);
  });

  it('symbolic links in a state folder are not followed', () => {
    keepOpen('portal.log');
    const elsewhere = join(mkdtempSync(join(top, 'other-')), 'file');
    writeFileSync(elsewhere, 'x');
    chmodSync(elsewhere, 0o644);
    symlinkSync(elsewhere, join(state, 'mail'));
    makeStatePrivate(state);
    expect(mode(elsewhere)).toBe('644');
    makePrivate(join(state, 'gone'));
    expect(existsSync(join(state, 'gone'))).toBe(false);
  });
});
