/** Refused formats by their first bytes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_TYPES } from '../../../../src/domain/input/files.ts';
import { checkFile } from '../../../fixtures/check-file.ts';

/** Returns the code for a file with these first bytes. */
function refusal(head: string): string | null {
  const checked = checkFile(new Uint8Array(Buffer.from(head + '\x07'.repeat(500), 'latin1')), DOCUMENT_TYPES);
  return checked.ok ? null : checked.code;
}

/** Returns a file type box with these brands. */
function fileType(brands: readonly string[], { large = false } = {}): string {
  const [major, ...others] = brands;
  const size = 16 + 4 * others.length + (large ? 8 : 0);
  const sizes = large ? [1, `\0\0\0\0\0\0\0${String.fromCharCode(size)}`] : [size, ''];
  return `\0\0\0${String.fromCharCode(Number(sizes[0]))}ftyp${sizes[1]}${major}\0\0\0\0${others.join('')}`;
}

it('a document is refused in the field of a picture', () => {
  const pdf = readFileSync(new URL('../../../fixtures/passport.pdf', import.meta.url));
  expect(checkFile(pdf, DOCUMENT_TYPES)).toMatchObject({ ok: true });
  expect(checkFile(pdf, ['image/jpeg', 'image/png'])).toEqual({ ok: false, code: 'file_type' });
});

describe('pictures that browsers do not show', () => {
  it.each([
    ...[['heic', 'mif1'], ['heix'], ['heim'], ['heis'], ['hevc'], ['hevx'], ['hevm'], ['hevs'], ['heif']],
    ...[['mif1'], ['mif1', 'miaf', 'MiHB'], ['msf1', 'hevc'], ['mif2'], ['miaf'], ['avci'], ['avcs', 'msf1']],
  ])('a file of the brand %s is refused as HEIC', (...brands) => {
    expect(refusal(fileType(brands))).toBe('file_heic');
    expect(refusal(fileType(brands, { large: true }))).toBe('file_heic');
  });

  it.each([['avif'], ['avis'], ['avio'], ['avif', 'mif1', 'miaf'], ['mif1', 'avif']])(
    'a file of the brand %s is refused as AVIF',
    (...brands) => {
      expect(refusal(fileType(brands))).toBe('file_avif');
    },
  );

  it.each([['qt  '], ['mp42', 'isom'], ['isom', 'avc1'], ['crx ']])(
    'a video of the brand %s is refused as an unknown type',
    (...brands) => {
      expect(refusal(fileType(brands))).toBe('file_type');
    },
  );

  it.each(['II*\0', 'MM\0*', 'II+\0\x08\0', 'MM\0+'])('a file that begins with %j is refused as TIFF', (head) => {
    expect(refusal(head)).toBe('file_tiff');
  });
});

describe('archives', () => {
  const archive = (name: string) => `PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`;

  it.each([
    ...['[Content_Types].xml', '_rels/.rels', 'docProps/app.xml', 'customXml/item1.xml', 'word/document.xml'],
    ...['xl/workbook.xml', 'ppt/presentation.xml', 'mimetypeapplication/vnd.oasis.opendocument.text'],
  ])('an archive that begins with %s is refused as a document', (name) => {
    expect(refusal(archive(name))).toBe('file_document');
  });

  it.each(['scan.pdf', 'photos/IMG_1.jpg'])('an archive that begins with %s is refused as an archive', (name) => {
    expect(refusal(archive(name))).toBe('file_archive');
  });
});

describe('pictures with damaged first bytes', () => {
  it.each([
    ['line breaks of a text', '\x89PNG\n\x1a\n'],
    ['line breaks of another text', '\x89PNG\r\r\n\x1a\r\n'],
    ['seven bits', '\tPNG\r\n\x1a\n'],
    ['a byte order mark', '\xef\xbb\xbf\x89PNG\r\n\x1a\n'],
    ['replacement characters', '\xef\xbf\xbdPNG\r\n\x1a\n'],
    ['replacement characters (JPEG)', '\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\0\x10JFIF'],
    ['a byte order mark (JPEG)', '\xef\xbb\xbf\xff\xd8\xff\xe0'],
    ['a line break before it (JPEG)', '\r\n\xff\xd8\xff\xe0'],
    ['a line break before it', '\n\x89PNG\r\n\x1a\n'],
    ['headers of an upload (JPEG)', '------Boundary7\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff\xe0'],
    ['an absent marker (JPEG)', '\xff\xd8\0\x10JFIF'],
  ])('a picture with damaged first bytes is refused as damaged: %s', (_, head) => {
    expect(refusal(head)).toBe('file_damaged');
  });
});
