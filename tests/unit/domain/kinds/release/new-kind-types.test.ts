import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addField, addKind, copyProject } from '../copied-project.ts';

const copy = copyProject('src', 'locales', 'tests/fixtures', 'tsconfig.json');
afterAll(copy.remove);

const CHECKED = [
  ...['src/domain/**/*', 'src/stores/**/*', 'src/islands/**/*', 'src/layouts/inline/globals.d.ts'],
  ...['tests/fixtures/applicants.ts'],
];

/** Returns the files with type errors in the copy. */
function filesWithErrors(): string[] {
  const project = {
    extends: './tsconfig.json',
    include: CHECKED,
    compilerOptions: { types: ['astro/client'], noEmit: true },
  };
  writeFileSync(join(copy.path, 'kinds.json'), JSON.stringify(project));
  const compiler = join(copy.path, 'node_modules/typescript-7/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', 'kinds.json', '--pretty', 'false'], {
    cwd: copy.path,
    encoding: 'utf8',
  });
  return stdout.split('\n').flatMap((line) => /^(\S+)\(.*error TS/.exec(line)?.[1] ?? []);
}

const REQUIRED = [
  'src/domain/api/contract/kinds.ts',
  'src/domain/kinds/samples.ts',
  'src/islands/fields/controls/FormField.tsx',
];

describe('the type check of a new kind of field', () => {
  it('the type check passes with the entries of the recipe, and fails without each of them', () => {
    addKind(copy);
    addField(copy);
    expect(filesWithErrors()).toEqual([]);
    for (const file of REQUIRED) copy.edit(file, (source) => source.replace(/^ {2}fourDigits: .*\n/m, ''));
    expect(filesWithErrors()).toEqual(REQUIRED);
  });
});
