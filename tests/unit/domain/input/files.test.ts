import { describe, expect, it } from 'vitest';
import { fileNameOf, SNIFF_BYTES, safeFileName, sniffFileType } from '../../../../src/domain/input/files.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the type of a file', () => {
  it.each([
    ['\xff\xd8\xff\xe0....JFIF', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['%PDF-1.7', 'application/pdf'],
    [`${' '.repeat(SNIFF_BYTES - 5)}%PDF-`, 'application/pdf'],
    [`${' '.repeat(SNIFF_BYTES)}%PDF-`, null],
    ['RIFF\x00\x00\x00\x00WAVE', null],
    ['\x89PNG', null],
    ['\xff\xd8', null],
    ['GIF89a', null],
    ['PK\x03\x04', null],
    ['<html><script>', null],
    ['', null],
  ])('is what its first bytes say: %j is %j', (head, type) => {
    expect(sniffFileType(bytes(head))).toBe(type);
  });
});

describe('a file name that is shown', () => {
  it.each([
    ['паспорт.pdf', 'паспорт.pdf'],
    ['my scan (2).pdf', 'my scan (2).pdf'],
    ['/etc/passwd', 'passwd'],
    ['C:\\scans\\a.pdf', 'a.pdf'],
    ['../../a.pdf', 'a.pdf'],
    ['a\u0000\r\n"b".pdf', 'ab.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['.htaccess', 'htaccess'],
    ['a<b>|:*?.pdf', 'ab.pdf'],
    ['   ', 'file'],
    ['', 'file'],
    ['...', 'file'],
    ['folder/', 'file'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it('is at most 120 characters long, with its ending', () => {
    expect(safeFileName(`${'a'.repeat(200)}.pdf`)).toBe(`${'a'.repeat(116)}.pdf`);
    expect(safeFileName('a'.repeat(120))).toBe('a'.repeat(120));
    expect(safeFileName('a'.repeat(121))).toHaveLength(120);
    expect(safeFileName(`a.${'b'.repeat(200)}`)).toHaveLength(120);
  });

  it.each([
    ['/files/1/passport.pdf', 'passport.pdf'],
    ['/files/1/%D0%BF%D0%B0%D1%81%D0%BF%D0%BE%D1%80%D1%82.pdf?sig=x', 'паспорт.pdf'],
    ['/files/1/100%.pdf', '100%.pdf'],
    ['passport.pdf#page=2', 'passport.pdf'],
    ['', ''],
  ])('is the last segment of a link: %j is %j', (path, name) => {
    expect(fileNameOf(path)).toBe(name);
  });
});
