import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GROUPED_PATHS } from '../../../src/build/script-groups.ts';

const MODULES = readdirSync(resolve(import.meta.dirname, '../../../src'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.split('\\').join('/'))
  .filter((path) => /\.tsx?$/.test(path));

describe('the groups of shared scripts', () => {
  it('every path of a script group is the start of a module', () => {
    const stale = GROUPED_PATHS.filter((start) => !MODULES.some((path) => path.startsWith(start)));
    expect(stale).toEqual([]);
  });
});
