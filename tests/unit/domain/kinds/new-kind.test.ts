import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addField, addKind, copyProject } from './copied-project.ts';

const copy = copyProject('src');
afterAll(copy.remove);

/** Runs TypeScript in the copy and returns its output as JSON. */
function run(script: string): unknown {
  writeFileSync(join(copy.path, 'run.ts'), script);
  return JSON.parse(execFileSync(process.execPath, [join(copy.path, 'run.ts')], { encoding: 'utf8' }));
}

describe('a new kind of field', () => {
  it('a field of a new kind is checked, sent, stored, read back and shown', () => {
    addKind(copy);
    addField(copy);
    const result = run(`
      import { checkApplication } from './src/domain/application/check-application.ts';
      import { answerText } from './src/domain/application/answers.ts';
      import { emptyForm, formToValues } from './src/domain/application/form.ts';
      import { fromBodyParts, toBodyParts, toStoredFields } from './src/domain/application/multipart.ts';
      import { fromRecord } from './src/domain/application/record.ts';
      const values = { ...formToValues('investor', emptyForm('investor')), founded: '1999' };
      const record = { id: '1', founded: '1999' };
      const errorsOf = (founded) =>
        checkApplication('investor', { ...values, founded }, { today: '2035-01-15', part: 'project' }).founded ?? [];
      console.log(JSON.stringify({
        errors: ['', '99', '1999'].map(errorsOf),
        sent: toBodyParts('investor', values).find(({ name }) => name === 'founded'),
        stored: toStoredFields('investor', values).founded,
        read: fromBodyParts('investor', [{ name: 'founded', value: '1999' }]).founded,
        recorded: fromRecord('investor', record).founded,
        shown: answerText('fourDigits', '1999', { locale: 'en', t: String }),
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
