import { describe, expect, it } from 'vitest';
import {
  fileNameOf,
  fileSizeText,
  SNIFF_BYTES,
  shownFileName,
  sniffFileType,
} from '../../../../src/domain/input/files.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the type of a file', () => {
  it.each([
    ['\xff\xd8\xff\xe0....JFIF', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['%PDF-1.7', 'application/pdf'],
    ['%PDF-2.0', 'application/pdf'],
    ['\r\n\t %PDF-1.4', 'application/pdf'],
    [`${' '.repeat(SNIFF_BYTES - 8)}%PDF-1.7`, 'application/pdf'],
    [`${' '.repeat(SNIFF_BYTES)}%PDF-1.7`, null],
    ['%PDF-', null],
    ['%PDF-3.0', null],
    ['%pdf-1.7', null],
    ['MZ\x90\x00%PDF-1.7', null],
    ['<html>%PDF-1.7', null],
    ['\x00%PDF-1.7', null],
    ['\xef\xbb\xbf%PDF-1.7', null],
    [' \xff\xd8\xff\xe0....JFIF', null],
    ['\n\x89PNG\r\n\x1a\n....', null],
    ['RIFF\x00\x00\x00WEBPVP8 ', null],
    ['RIFF\x00\x00\x00\x00WAVE', null],
    ['RIFX\x00\x00\x00\x00WEBPVP8 ', null],
    ['\x89PNG', null],
    ['\xff\xd8', null],
    ['GIF89a', null],
    ['PK\x03\x04', null],
    ['<html><script>', null],
    ['', null],
  ])('the type of a file is read from its first bytes: %j is %j', (head, type) => {
    expect(sniffFileType(bytes(head))).toBe(type);
  });
});

describe('a file name that is shown', () => {
  it.each([
    ['паспорт.pdf', 'паспорт.pdf'],
    ['my scan (2).pdf', 'my scan (2).pdf'],
    ['/etc/passwd', 'passwd'],
    ['C:\\scans\\a.pdf', 'a.pdf'],
    ['a\u0000\r\nb.pdf', 'ab.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['   ', 'file'],
    ['', 'file'],
    ['folder/', 'file'],
  ])('the file name %j is shown as %j', (name, shown) => {
    expect(shownFileName(name)).toBe(shown);
  });

  it.each([
    ['/files/1/passport.pdf', 'passport.pdf'],
    ['/files/1/%D0%BF%D0%B0%D1%81%D0%BF%D0%BE%D1%80%D1%82.pdf?sig=x', 'паспорт.pdf'],
    ['/files/1/100%.pdf', '100%.pdf'],
    ['passport.pdf#page=2', 'passport.pdf'],
    ['', ''],
  ])('the last segment of a link is shown as the file name: %j is %j', (path, name) => {
    expect(fileNameOf(path)).toBe(name);
  });
});

describe('the size of a file', () => {
  const words = (key: string, { size = '' }: Record<string, unknown> = {}) =>
    key === 'file.decimal' ? ',' : `${size} ${key}`;

  it.each([
    [0, '0 file.bytes'],
    [1023, '1023 file.bytes'],
    [1024, '1 file.kilobytes'],
    [1_500_000, '1,4 file.megabytes'],
    [1024 * 1024 - 1, '1024 file.kilobytes'],
    [1024 * 1024, '1 file.megabytes'],
    [10 * 1024 * 1024, '10 file.megabytes'],
  ])('the size of a file of %d bytes is "%s"', (bytes, text) => {
    expect(fileSizeText(bytes, words)).toBe(text);
  });
});
