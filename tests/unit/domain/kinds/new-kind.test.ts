import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');
const copy = mkdtempSync(join(tmpdir(), 'new-kind-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const edited = new Set<string>();
function edit(path: string, change: (source: string) => string): void {
  edited.add(path);
  const source = readFileSync(join(copy, path), 'utf8');
  const changed = change(source);
  if (changed === source) throw new Error(`${path} has not changed`);
  writeFileSync(join(copy, path), changed);
}

/** Runs TypeScript in the copy and returns its output as JSON. */
function run(script: string): unknown {
  writeFileSync(join(copy, 'run.ts'), script);
  return JSON.parse(execFileSync(process.execPath, [join(copy, 'run.ts')], { encoding: 'utf8' }));
}

describe('a new kind of field', () => {
  it('a new kind needs one file, one entry in the map of kinds and one in the map of controls', () => {
    cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(
      join(copy, 'src/domain/kinds/year.ts'),
      `import { textKind } from './text.ts';
       /** A year with four digits. */
       export const year = textKind({ check: (text) => (/^\\d{4}$/.test(text) ? null : 'date_unreal') });`,
    );
    edited.add('src/domain/kinds/year.ts');
    edit('src/domain/kinds/single.ts', (source) =>
      source
        .replace("import { TEXT_KINDS } from './text.ts';", "$&\nimport { year } from './year.ts';")
        .replace('...FILE_KINDS }', '...FILE_KINDS, year }'),
    );
    edit('src/islands/fields/FormField.tsx', (source) =>
      source.replace('  photo: PhotoInput,\n', '$&  year: PlainInput,\n'),
    );
    expect(edited.size).toBe(3);
  });

  it('a field of a new kind is checked, sent, stored, read back and shown', () => {
    const fields = join(copy, 'src/domain/application/fields.ts');
    const source = readFileSync(fields, 'utf8');
    writeFileSync(
      fields,
      source.replace(
        '  company_name: field(',
        "  founded: field('project', { kind: 'year', types: ['investor'] }),\n$&",
      ),
    );
    const result = run(`
      import { checkApplication } from './src/domain/application/check-application.ts';
      import { answerText } from './src/domain/application/answers.ts';
      import { emptyForm, formToValues } from './src/domain/application/form.ts';
      import { fromParts, toParts, toStoredFields } from './src/domain/application/multipart.ts';
      import { fromRecord, readRecord } from './src/domain/application/record.ts';
      const values = { ...formToValues('investor', emptyForm('investor')), founded: '1999' };
      const record = readRecord({ id: '1', founded: 1999 });
      const errorsOf = (founded) =>
        checkApplication('investor', { ...values, founded }, { today: '2035-01-15', part: 'project' }).founded ?? [];
      console.log(JSON.stringify({
        errors: ['', '99', '1999'].map(errorsOf),
        sent: toParts('investor', values).find(({ name }) => name === 'founded'),
        stored: toStoredFields('investor', values).founded,
        read: fromParts('investor', [{ name: 'founded', value: '1999' }]).founded,
        recorded: fromRecord('investor', record).founded,
        shown: answerText('year', '1999', { locale: 'en', t: String }),
      }));
    `);
    expect(result).toEqual({
      errors: [['required'], ['date_unreal'], []],
      sent: { name: 'founded', value: '1999' },
      stored: '1999',
      read: '1999',
      recorded: '1999',
      shown: '1999',
    });
  });
});
