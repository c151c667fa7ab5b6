/** The beginning and end of a PDF, the range of its signatures, and its cross-reference. */

import { readFileSync } from 'node:fs';
import { URL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_TYPES } from '../../../../src/domain/input/files.ts';
import { checkFile } from '../../../fixtures/check-file.ts';

const read = (name: string) => readFileSync(new URL(`../../../fixtures/pdf/${name}`, import.meta.url), 'latin1');
/** Returns the stored document, or the code of its refusal. */
function outcome(text: string): string {
  const checked = checkFile(new Uint8Array(Buffer.from(text, 'latin1')), DOCUMENT_TYPES);
  return checked.ok ? Buffer.from(checked.bytes).toString('latin1') : checked.code;
}
const stays = (text: string) => expect(outcome(text)).toBe(text);

const PLAIN = read('plain.pdf');
const body = PLAIN.slice(0, PLAIN.indexOf('\n%%EOF'));
const UPDATED = read('updated.pdf');
const updatedBody = UPDATED.slice(0, UPDATED.lastIndexOf('\n%%EOF'));
const ARCHIVE = `PK\x03\x04${'\0'.repeat(30)}`;

describe('the end of a PDF', () => {
  it.each(['\n%%EOF', '\n%%EOF\n', '\r\n%%EOF\r\n', '\r%%EOF\r', '%%EOF', '%%EOF\n', ' %%EOF', '\n\n\t%%EOF\n'])(
    'a PDF may end with %j after startxref and its number',
    (end) => {
      stays(body + end);
      stays(updatedBody + end);
    },
  );

  it.each(['\n\n', '\r\n\r\n', ' \n', '\0', '\n\0', '\n% a comment\n', '\n%a\r%b', '\n% комментарий\n', '\n%%EOF\n'])(
    'a PDF may have white space and comments after its end: %j',
    (behind) => stays(`${body}\n%%EOF${Buffer.from(behind).toString('latin1')}`),
  );

  it.each([
    ['an archive', ARCHIVE],
    ['a page', '<html><script>alert(1)</script></html>'],
    ['a page in a comment', '%<html><script>alert(1)</script></html>\n'],
    ['an archive in a comment', `%${ARCHIVE}`],
    ['padding', '\0'.repeat(4096)],
    ['blanks', ' \n'.repeat(200)],
    ['the end of an upload', '\r\n------WebKitFormBoundary7MA4YWxkTrZu0gW--\r\n'],
    ['an archive that ends alike', `${ARCHIVE}\n%%EOF\n`],
    ['a page that ends alike', '<html><script>alert(1)</script></html> %%EOF'],
    ['the end of a chunked response', '0\r\n\r\n'],
    ['a number', '12345\r\n\r\n'],
  ])('a PDF loses %s after its end', (_, behind) => {
    expect(outcome(PLAIN + behind)).toBe(PLAIN);
    expect(outcome(UPDATED + behind)).toBe(UPDATED);
  });

  it.each(['\n% made by a bank\n%%EOF\n', ' \r\n%\r\n%%EOF', 'x\n%%EOF'])(
    'a PDF may have more than a number before its end: %j',
    (end) => {
      stays(body + end);
      stays(updatedBody + end);
    },
  );

  it.each(['', '\n', '\n%', '\n%%', '\n%%E', '\n%%EO', '\n%%eof\n', '\nx%%EOF\n'])(
    'a PDF without an end is incomplete: %j',
    (end) => {
      expect(outcome(body + end)).toBe('file_incomplete');
      expect(outcome(updatedBody + end)).toBe('file_incomplete');
    },
  );

  it('a PDF whose last revision breaks off is incomplete', () => {
    for (let length = PLAIN.length + 1; length < UPDATED.indexOf('%%EOF', PLAIN.length) + 5; length += 1)
      expect([length, outcome(UPDATED.slice(0, length))]).toEqual([length, 'file_incomplete']);
  });

  it.each([
    ...['startxref', 'startxref\n', 'startxref\n0', '\nxref\n', 'xref', '\ntrailer\n', 'trailer<<', '\r\ntrailer (x)'],
    ...['sta', 'startx', 'trai', '% comment\n4 0 o', '\n%\xe2\xe3\xcf\xd3\r\n4 0', `%${'-'.repeat(100)}\n12`],
    `${'\0'.repeat(512)}startxref`,
  ])('a PDF with the beginning of another revision is incomplete: %j', (begun) => {
    expect(outcome(PLAIN + begun)).toBe('file_incomplete');
    expect(outcome(UPDATED + begun)).toBe('file_incomplete');
  });

  it.each(['trailers', 'xrefs', 'Mytrailer', 'doxref'])(
    'a PDF loses a text after its end that resembles a keyword: %s',
    (word) => {
      expect(outcome(`${PLAIN}<p>${word}</p>`)).toBe(PLAIN);
    },
  );

  it('a linearized PDF that breaks off after its first part is incomplete', () => {
    const linearized = read('linearized.pdf');
    stays(linearized);
    const last = linearized.lastIndexOf('%%EOF');
    for (let length = linearized.indexOf('%%EOF') + 7; length < last + 5; length += 1)
      expect([length, outcome(linearized.slice(0, length))]).toEqual([length, 'file_incomplete']);
  });

  it('a PDF that breaks off after an embedded PDF is incomplete', () => {
    const outer = PLAIN.replace('BT /F1', () => `${PLAIN}BT /F1`);
    stays(outer);
    for (const end of [outer.lastIndexOf('endstream') + 9, outer.lastIndexOf('xref\n0') + 8, outer.length - 6])
      expect(outcome(outer.slice(0, end))).toBe('file_incomplete');
  });

  it('a PDF is read only within the given part of the memory', () => {
    const whole = new Uint8Array(Buffer.from(`${PLAIN}${PLAIN}${PLAIN}`, 'latin1'));
    const part = whole.subarray(PLAIN.length, 2 * PLAIN.length);
    expect(checkFile(part, DOCUMENT_TYPES)).toEqual({ ok: true, type: 'application/pdf', bytes: part });
  });
});

describe('the signature of a PDF', () => {
  const SIGNED = ['', '-crlf', '-no-newline', '-two-newlines', '-blank', '-nul', '-comment', '-glued', '-page-behind'];

  it.each(SIGNED)('a signed PDF stays unchanged: signed%s.pdf', (name) => {
    stays(read(`signed${name}.pdf`));
  });

  it.each(SIGNED)('a signed PDF loses only bytes behind the signed range: signed%s.pdf', (name) => {
    const signed = read(`signed${name}.pdf`);
    for (const behind of ['\0'.repeat(512), '\n', '\r\n\r\n', ARCHIVE]) expect(outcome(signed + behind)).toBe(signed);
  });

  it('a PDF with a signed first revision keeps its second one, and is incomplete when that breaks off', () => {
    const signed = read('signed.pdf');
    const update = UPDATED.slice(PLAIN.length);
    stays(signed + update);
    expect(outcome(signed + update + ARCHIVE)).toBe(signed + update);
    expect(outcome(signed + update.slice(0, -3))).toBe('file_incomplete');
  });

  it.each([
    ['is longer than the file', '[0 10 20 9999999999]'],
    ['leaves out something else', '[0 10 20 2000]'],
    ['begins elsewhere', '[5 10 20 2000]'],
    ['is a placeholder', '[0 /********** /********** /**********]'],
    ['is empty', '[0 0 0 0]'],
    ['has no end', '[0 10'],
  ])('a signature is ignored when its range %s', (_, range) => {
    const document = PLAIN.replace('/Size 6', `/ByteRange ${range} /Size 6`);
    expect(outcome(document + ARCHIVE)).toBe(document);
  });
});

describe('bytes before a PDF', () => {
  it.each([
    ['a byte order mark', '\xef\xbb\xbf'],
    ['a path', 'C:\\web\\docs\\_publics\\'],
    ['headers of an upload', '------WebKitFormBoundary\r\nContent-Type: application/pdf\r\n\r\n'],
    ['a response', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'],
    ['letters of any script', '\xcf\xf0\xe8\xe2\xe5\xf2\r\n'],
  ])('text before a PDF is removed: %s', (_, before) => {
    expect(outcome(before + PLAIN)).toBe(PLAIN);
    expect(outcome(before + read('signed.pdf'))).toBe(read('signed.pdf'));
    expect(outcome(`${before}${PLAIN}\r\n------WebKitFormBoundary--\r\n`)).toBe(PLAIN);
  });

  it('white space before a PDF stays', () => stays(`\r\n \t${PLAIN}`));

  it.each([
    ['a program', 'MZ\x90\0'],
    ['zeros', '\0\0'],
    ['a page', '<html>'],
    ['a script', '#!/bin/sh\n'],
    ['a control character', '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'],
    ['a kilobyte of text', 'text '.repeat(300)],
  ])('a PDF behind %s is refused', (_, before) => {
    expect(outcome(before + PLAIN)).toBe('file_begins_late');
  });

  it("text before a PDF is refused when the PDF's offsets count it", () => {
    const bom = '\xef\xbb\xbf';
    const counted = PLAIN.replace(/startxref\n(\d+)/, (_, offset) => `startxref\n${Number(offset) + bom.length}`);
    expect(outcome(bom + counted)).toBe('file_begins_late');
    const [, a, b, c] = /ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/.exec(read('signed.pdf')) ?? [];
    const shifted = `[0 ${Number(a) + 3} ${Number(b) + 3} ${c}]`;
    const signed =
      bom + read('signed.pdf').replace(/(?<=ByteRange )\[[^\]]*\]/, (range) => shifted.padEnd(range.length));
    expect(outcome(signed)).toBe('file_begins_late');
  });

  it('a PDF of an unknown version is damaged', () => {
    expect(outcome(PLAIN.replace('1.7', '9.9'))).toBe('file_damaged');
  });

  it.each([
    ['an HTML page that contains a PDF header', '<html>%PDF-1.7</html>'],
    ['a text that contains header and end of a PDF', '# %PDF-1.7 %%EOF'],
  ])('a file is not a PDF: %s', (_, text) => {
    expect(outcome(text)).toBe('file_type');
  });
});

describe('the cross-reference of a PDF', () => {
  const XREF_STREAM =
    '1 0 obj\n<< /Type /XRef /Size 1 /W [1 1 1] /Root 1 0 R /Length 0 >>\nstream\n\nendstream\nendobj\n';

  it.each([
    ['a table', PLAIN],
    ['a table at another place than its offset', PLAIN.replace(/startxref\n\d+/, 'startxref\n7')],
    ['a stream', `%PDF-1.7\n${XREF_STREAM}startxref\n9\n%%EOF\n`],
  ])('a PDF is accepted with %s', (_, document) => stays(document));

  it.each([
    ['nothing but a text', '%PDF-1.4 hello\n%%EOF\n'],
    ['only its first half, although an end was added', `${PLAIN.slice(0, PLAIN.length / 2)}\nstartxref\n0\n%%EOF\n`],
  ])('a PDF without a cross-reference is damaged: %s', (_, document) => {
    expect(outcome(document)).toBe('file_damaged');
  });
});

describe('a PDF made to take long', () => {
  const MEGABYTES = 2 * 1024 * 1024;
  const filled = (piece: string) => piece.repeat(MEGABYTES / piece.length);

  it.each([
    ['ranges', '/ByteRange [0 10 20 30] '],
    ['ends', 'x%%EOF '],
    ['numbers', '1 '],
    ['blanks', '1                '],
    ['dictionaries', '6 0 obj << '],
    ['beginnings', '%PDF-1.7 '],
    ['digits', '0123456789'],
  ])('a PDF full of %s is checked in time', (_, piece) => {
    stays(PLAIN.replace('endobj', () => `endobj\n${filled(piece)}`));
    expect(['file_incomplete', PLAIN]).toContain(outcome(`${PLAIN}\n${filled(piece)}`));
  });
});
