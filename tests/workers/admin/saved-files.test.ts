/** The desk saves files inside one folder, under safe names, and never overwrites a file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../../functions/admin/mail/words.ts';
import type { FileRow } from '../../../functions/admin/store/files.ts';
import { DeskRefusal } from '../../../functions/office/command.ts';
import type { Desk } from '../../../functions/office/platform.ts';
import { saveFiles } from '../../../functions/office/save-files.ts';

describe('saved files of the desk', () => {
  const t = wordsOf('en', 'desk');
  const FILES = { get: async () => ({ arrayBuffer: async () => new TextEncoder().encode('content').buffer }) };
  const desk = { env: { FILES } } as unknown as Desk;
  const row = (name: string): FileRow => ({
    id: 'x',
    field: 'file4',
    name,
    type: 'application/pdf',
    size: 7,
    sha256: '',
  });
  const save = (...names: string[]) => saveFiles({ desk, t }, names.map(row), join(folder, 'saved'));
  const saved = () => readdirSync(join(folder, 'saved')).sort();
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'it-visa-save-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('the desk saves a file inside the folder, with the extension of its type, and never under a device name', async () => {
    await save('../../passport.pdf.exe', '..\\..\\cv.hta', '/etc/passwd', 'CON', 'nul.pdf', '..', '\u001b[2J.pdf');
    expect(saved()).toEqual([
      '01-file4-passport.pdf',
      '02-file4-cv.pdf',
      '03-file4-passwd.pdf',
      '04-file4-CON.pdf',
      '05-file4-nul.pdf',
      '06-file4-file.pdf',
      '07-file4-[2J.pdf',
    ]);
    expect(readdirSync(folder)).toEqual(['saved']);
  });

  it('the desk shortens names to the bytes that a file system allows', async () => {
    const { lines } = await save(`${'Ж'.repeat(116)}.pdf`, `${'😀'.repeat(116)}.pdf`, `${'a'.repeat(116)}.pdf`);
    const names = lines.map((file) => basename(file));
    expect(names.map((name) => Buffer.byteLength(name))).toEqual([245, 253, 129]);
    for (const name of names) expect(name).toMatch(/^0\d-file4-(Ж+|(😀)+|a+)\.pdf$/);
  });

  it('the desk never overwrites a saved file', async () => {
    await save('passport.pdf');
    const file = join(folder, 'saved', '01-file4-passport.pdf');
    writeFileSync(file, 'mine');
    await expect(save('passport.pdf')).rejects.toThrow(new DeskRefusal(t('fileThere', { file })));
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});
