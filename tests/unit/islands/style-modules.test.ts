import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const modules = globSync('src/**/*.module.css', { cwd: fileURLToPath(new URL('../../../', import.meta.url)) });

test('style modules have different names, which prefix their classes', () => {
  expect(modules.length).toBeGreaterThan(3);
  const names = modules.map((file) => basename(file));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
