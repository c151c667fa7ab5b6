import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceServedFiles } from '../../../functions/local/served-files.ts';

const DAY = 24 * 60 * 60 * 1000;
let folder: string;
let served: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
  served = join(folder, 'served');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts a build in place with the given age in days. */
function deploy(files: Record<string, string>, daysAgo = 0): void {
  const built = join(folder, 'built');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(built, path)), { recursive: true });
    writeFileSync(join(built, path), text);
    const at = new Date(Date.now() - daysAgo * DAY);
    utimesSync(join(built, path), at, at);
  }
  replaceServedFiles(built, served);
  rmSync(built, { recursive: true });
}
const read = (path: string) => (existsSync(join(served, path)) ? readFileSync(join(served, path), 'utf8') : null);

it('replaceServedFiles copies the first build', () => {
  deploy({ 'ru.html': 'one', '_astro/a.1.js': 'a', _headers: 'h' });
  expect([read('ru.html'), read('_astro/a.1.js'), read('_headers')]).toEqual(['one', 'a', 'h']);
});

it('replaceServedFiles replaces pages, deletes missing ones, and keeps scripts of open tabs', () => {
  deploy({ 'ru.html': 'one', 'ru/old.html': 'old', '_astro/a.1.js': 'a' }, 6);
  deploy({ 'ru.html': 'two', '_astro/a.2.js': 'b' });
  expect([read('ru.html'), read('ru/old.html')]).toEqual(['two', null]);
  expect([read('_astro/a.1.js'), read('_astro/a.2.js')]).toEqual(['a', 'b']);
});

it('replaceServedFiles keeps a script for seven days after the last build that had it', () => {
  deploy({ '_astro/a.1.js': 'a', '_astro/both.js': 'both' }, 20);
  deploy({ '_astro/b.1.js': 'b', '_astro/both.js': 'both' }, 5);
  deploy({ '_astro/c.1.js': 'c' });
  expect(read('_astro/a.1.js')).toBeNull();
  expect([read('_astro/b.1.js'), read('_astro/both.js')]).toEqual(['b', 'both']);
});
