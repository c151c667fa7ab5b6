/** Other programs read the stored documents: poppler checks their text and signatures. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { DOCUMENT_TYPES } from '../../../../../src/domain/input/files.ts';
import { checkFile } from '../../../../fixtures/check-file.ts';

const fixtures = fileURLToPath(new URL('../../../../fixtures/pdf/', import.meta.url));
const read = (name: string) => readFileSync(join(fixtures, name));
const folder = mkdtempSync(join(tmpdir(), 'stored-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes what is stored of a file. @returns its path */
function stored(...pieces: readonly (Uint8Array | string)[]): string {
  const bytes = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  const checked = checkFile(new Uint8Array(bytes), DOCUMENT_TYPES);
  if (!checked.ok) throw new Error(checked.code);
  const path = join(folder, 'document.pdf');
  writeFileSync(path, checked.bytes);
  return path;
}
const textOf = (path: string) => execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).trim();
const signaturesOf = (path: string) => execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
const signed = readdirSync(fixtures).filter((name) => name.startsWith('signed'));

describe('poppler on stored documents', () => {
  it('a stored document has the text of its last revision', () => {
    expect(textOf(stored(read('plain.pdf')))).toBe('Bank statement');
    expect(textOf(stored(read('updated.pdf')))).toBe('Updated!');
    const glued = read('updated.pdf')
      .toString('latin1')
      .replace(/\n%%EOF\n$/, '%%EOF');
    expect(textOf(stored(glued))).toBe('Updated!');
  });

  it.each(['\ufeff', 'C:\\web\\docs\\', '--boundary\r\nContent-Type: application/pdf\r\n\r\n'])(
    'a stored document has the same text without %j before it',
    (before) => expect(textOf(stored(before, read('plain.pdf')))).toBe('Bank statement'),
  );

  it.each(readdirSync(fixtures).filter((name) => name.endsWith('-owner.pdf')))(
    'a stored document opens without a password: %s',
    (name) => expect(textOf(stored(read(name)))).toBe('Bank statement'),
  );

  it.each(signed)('a stored document keeps a valid signature over all of it: %s', (name) => {
    for (const behind of ['', '\0'.repeat(512), '\r\n', 'PK\u0003\u0004']) {
      const said = signaturesOf(stored(read(name), behind));
      expect(said).toContain('Total document signed');
      expect(said).toContain('Signature is Valid');
    }
    expect(signaturesOf(stored('\ufeff', read(name)))).toContain('Total document signed');
  });
});
