/** The name under which a file is kept, whatever was sent. */
import { describe, expect, it } from 'vitest';
import { keptName } from '../../../src/domain/input/file-names.ts';
import type { FileType } from '../../../src/domain/input/files.ts';

describe('the name of a stored file', () => {
  it.each<[string, FileType, string]>([
    ['паспорт.pdf', 'application/pdf', 'паспорт.pdf'],
    ['my scan (2).PDF', 'application/pdf', 'my scan (2).PDF'],
    ['passport.pdf.exe', 'application/pdf', 'passport.pdf'],
    ['cv.hta', 'application/pdf', 'cv.pdf'],
    ['cv.exe.pdf', 'application/pdf', 'cv.exe.pdf'],
    ['cv.pdf.exe ', 'application/pdf', 'cv.pdf'],
    ['cv.pdf.exe...', 'application/pdf', 'cv.pdf'],
    ['cv.7z', 'application/pdf', 'cv.pdf'],
    ['cv .scr', 'application/pdf', 'cv.pdf'],
    ['scan', 'application/pdf', 'scan.pdf'],
    ['Договор от 12.05.2026', 'application/pdf', 'Договор от 12.05.2026.pdf'],
    ['J. Smith', 'application/pdf', 'J. Smith.pdf'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['photo.jfif', 'image/jpeg', 'photo.jpg'],
    ['photo.png', 'image/jpeg', 'photo.jpg'],
    ['photo.jpg', 'image/png', 'photo.png'],
    ['photo.jpg', 'image/webp', 'photo.webp'],
    ['/etc/passwd', 'application/pdf', 'passwd.pdf'],
    ['../../a.pdf', 'application/pdf', 'a.pdf'],
    ['..\\\\..\\a.pdf', 'application/pdf', 'a.pdf'],
    ['a\u0000\r\n"b".pdf', 'application/pdf', 'ab.pdf'],
    ['invoice\u202efdp.exe', 'application/pdf', 'invoicefdp.pdf'],
    ['in\u2066voice\u2069.pdf', 'application/pdf', 'invoice.pdf'],
    ['a\u2028b\ud83d.pdf', 'application/pdf', 'ab.pdf'],
    ['a.pdf:run.exe', 'application/pdf', 'a.pdfrun.pdf'],
    ['.htaccess', 'application/pdf', 'htaccess.pdf'],
    ['a<b>|:*?.pdf', 'application/pdf', 'ab.pdf'],
    ['   ', 'application/pdf', 'file.pdf'],
    ['...', 'image/png', 'file.png'],
    ['', 'image/webp', 'file.webp'],
  ])('%j of type %s is %j', (name, type, kept) => {
    expect(keptName(name, type)).toBe(kept);
  });

  it('is at most 120 characters long, with its ending, and no character of it is broken', () => {
    expect(keptName(`${'a'.repeat(200)}.pdf`, 'application/pdf')).toBe(`${'a'.repeat(116)}.pdf`);
    const smiling = keptName(`${'😀'.repeat(200)}.jpeg`, 'image/jpeg');
    expect(smiling).toBe(`${'😀'.repeat(115)}.jpeg`);
    expect(decodeURIComponent(encodeURIComponent(smiling))).toBe(smiling);
  });
});
