/** The name under which a file is stored, and its download header. */
import { describe, expect, it } from 'vitest';
import { contentDisposition, safeFileName } from '../../../src/domain/input/file-names.ts';
import type { FileType } from '../../../src/domain/input/files.ts';

describe('safeFileName', () => {
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
  ])('safeFileName of %j with the type %s is %j', (name, type, kept) => {
    expect(safeFileName(name, type)).toBe(kept);
  });

  it('safeFileName is at most 80 characters with its extension, and splits no character', () => {
    expect(safeFileName(`${'a'.repeat(200)}.pdf`, 'application/pdf')).toBe(`${'a'.repeat(76)}.pdf`);
    const smiling = safeFileName(`${'😀'.repeat(200)}.jpeg`, 'image/jpeg');
    expect(smiling).toBe(`${'😀'.repeat(75)}.jpeg`);
    expect(decodeURIComponent(encodeURIComponent(smiling))).toBe(smiling);
  });
});

describe('the Content-Disposition header', () => {
  it.each([
    ['passport.pdf', `attachment; filename="passport.pdf"; filename*=UTF-8''passport.pdf`],
    [
      'паспорт.pdf',
      `attachment; filename="_______.pdf"; filename*=UTF-8''%D0%BF%D0%B0%D1%81%D0%BF%D0%BE%D1%80%D1%82.pdf`,
    ],
    ['a"b\\c/d%e.pdf', `attachment; filename="a_b_c_d_e.pdf"; filename*=UTF-8''a%22b%5Cc%2Fd%25e.pdf`],
    [`it's (1)*.pdf`, `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
    ['ﬁle.pdf', `attachment; filename="file.pdf"; filename*=UTF-8''%EF%AC%81le.pdf`],
  ])('the Content-Disposition header has %j in both forms of the file name', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('the Content-Disposition header is inline or attachment', () => {
    expect(contentDisposition('inline', 'a.pdf')).toMatch(/^inline; /);
  });
});
