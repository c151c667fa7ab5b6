/** Pictures and documents whose structure is right: whole ones of many kinds, and the same with a part missing. */
import { readFileSync } from 'node:fs';
import { URL } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withEndMark } from '../../../../src/domain/files/jpeg.ts';
import { DOCUMENT_TYPES } from '../../../../src/domain/input/files.ts';
import { checkFile } from '../../../fixtures/check-file.ts';
import { type PdfObject, pdfOf as pdfBytesOf } from '../../../fixtures/pdf-scans.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url));
const check = (bytes: Uint8Array) => checkFile(new Uint8Array(bytes), DOCUMENT_TYPES);
const MISSING = /^file_(?:damaged|incomplete)$/;
async function expectMissing(bytes: Uint8Array): Promise<void> {
  expect(await check(bytes)).toEqual({ ok: false, code: expect.stringMatching(MISSING) });
}

/** Waves and grain, so that no two areas have the same codes. */
const [WIDTH, HEIGHT] = [410, 303];
const PIXELS = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
  const [x, y] = [Math.floor(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)];
  return 128 + 70 * Math.sin(x / 37) + 40 * Math.cos(y / 23) + ((at * 7919) % 16);
});
const picture = () => sharp(PIXELS, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

const END = Buffer.from([0xff, 0xd9]);

describe('the end of a JPEG', () => {
  it.each(['sequential', 'progressive'])(
    'a JPEG is refused without its end mark, and accepted with an added one: %s',
    async (kind) => {
      const jpeg = await picture()
        .jpeg({ progressive: kind === 'progressive' })
        .toBuffer();
      for (const length of [jpeg.length - 2, jpeg.length / 2]) {
        const cut = jpeg.subarray(0, length);
        expect(await check(cut)).toEqual({ ok: false, code: 'file_incomplete' });
        const ended = withEndMark(cut);
        expect(Buffer.from(ended)).toEqual(Buffer.concat([cut, END]));
        expect(await check(ended)).toMatchObject({ ok: true, type: 'image/jpeg' });
      }
    },
  );

  it('a JPEG that breaks off before its picture is refused also with an added end mark', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    for (const mark of [0xdb, 0xc0, 0xda]) {
      const cut = jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, mark])) + 4);
      expect(await check(withEndMark(cut))).toEqual({ ok: false, code: expect.stringMatching(MISSING) });
    }
  });
});

const PNGS: Record<string, () => Promise<Buffer>> = {
  RGB: () => picture().png().toBuffer(),
  '16 bits': () => picture().toColourspace('rgb16').png().toBuffer(),
  interlaced: () => picture().png({ progressive: true }).toBuffer(),
  'interlaced, grey and transparent': () =>
    picture().greyscale().ensureAlpha(0.3).png({ progressive: true }).toBuffer(),
  'palette with transparency': () => picture().ensureAlpha(0.5).png({ palette: true }).toBuffer(),
  'two colours': () => picture().threshold().png({ palette: true, colours: 2 }).toBuffer(),
  'one pixel': () => picture().resize(1, 1).png({ progressive: true }).toBuffer(),
};
/** A PNG with other data. */
function withData(png: Buffer, change: (data: Buffer) => Buffer): Buffer {
  const pieces: Buffer[] = [png.subarray(0, 8)];
  const data: Buffer[] = [];
  const add = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    pieces.push(length, body, sum);
  };
  for (let at = 8; at < png.length; ) {
    const [length, type] = [png.readUInt32BE(at), png.toString('latin1', at + 4, at + 8)];
    const content = png.subarray(at + 8, at + 8 + length);
    if (type === 'IEND') add('IDAT', change(Buffer.concat(data)));
    if (type === 'IDAT') data.push(content);
    else add(type, content);
    at += 12 + length;
  }
  return Buffer.concat(pieces);
}

describe('the rows of a PNG', () => {
  it.each(Object.entries(PNGS))('a whole PNG is accepted, also with bytes behind its data: %s', async (_, make) => {
    const png = await make();
    expect(await check(png)).toMatchObject({ ok: true, type: 'image/png' });
    const behind = withData(png, (data) => Buffer.concat([data, Buffer.from('behind')]));
    expect(await check(behind)).toMatchObject({ ok: true });
    const wrongSum = withData(png, (data) => Buffer.concat([data.subarray(0, -4), Buffer.from('sums')]));
    expect(await check(wrongSum)).toMatchObject({ ok: true });
  });

  it.each(Object.entries(PNGS))('a PNG with rows missing is refused: %s', async (_, make) => {
    const png = await make();
    await expectMissing(withData(png, (data) => data.subarray(0, data.length / 2)));
    await expectMissing(withData(png, () => deflateSync('a few rows'.slice(0, 2))));
    await expectMissing(withData(png, (data) => Buffer.concat([data.subarray(0, 2), Buffer.alloc(data.length)])));
  });
});

const pdfOf = (...args: Parameters<typeof pdfBytesOf>) => pdfBytesOf(...args).toString('latin1');

/** An object stream of objects by number. */
function objectStream(
  objects: Record<number, string>,
  entries = '/Filter /FlateDecode',
  pack: (bytes: Buffer) => Buffer = deflateSync,
): PdfObject {
  const texts = Object.entries(objects);
  let at = 0;
  const places = texts.map(([number, text]) => {
    at += text.length + 1;
    return `${number} ${at - text.length - 1}`;
  });
  const index = places.join(' ');
  const content = `${index} ${texts.map(([, text]) => text).join(' ')}`;
  return [`/Type /ObjStm /N ${texts.length} /First ${index.length + 1} ${entries}`, pack(Buffer.from(content))];
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const ELSEWHERE = '<< /Type /Catalog /Pages 7 0 R >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] >>';
const LOST = objectStream({ 7: PAGE }, '/Filter /FlateDecode', ({ length }) => Buffer.alloc(length));
const CONTENT: PdfObject = ['', Buffer.from('BT /F1 12 Tf (Statement) Tj ET '.repeat(80))];
const PDFS: Record<string, readonly [pages: number | null, text: string]> = {
  'one page': [1, pdfOf([CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', PAGE, CONTENT])],
  'three pages': [3, pdfOf([CATALOGUE, '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>', PAGE, PAGE, PAGE, CONTENT])],
  'a tree of pages': [
    3,
    pdfOf([CATALOGUE, '<< /Kids [3 0 R 5 0 R] /Count 3 >>', '<< /Kids [4 0 R 4 0 R] >>', PAGE, PAGE, CONTENT]),
  ],
  'kids by reference': [1, pdfOf([CATALOGUE, '<< /Type /Pages /Kids 4 0 R /Count 1 >>', PAGE, '[ 3 0 R ]'])],
  'pages in an object stream': [
    2,
    pdfOf([CATALOGUE, objectStream({ 2: '<< /Type /Pages /Kids [7 0 R 8 0 R] /Count 2 >>', 7: PAGE, 8: PAGE })]),
  ],
  'everything in an object stream': [
    1,
    pdfOf(['null', objectStream({ 1: CATALOGUE, 2: '<< /Kids [3 0 R] /Count 1 >>', 3: PAGE })]),
  ],
  'an object stream without compression': [
    1,
    pdfOf([CATALOGUE, objectStream({ 2: '<< /Kids [3 0 R] >>', 3: PAGE }, '', (bytes) => bytes)]),
  ],
  'an object stream that cannot be read': [null, pdfOf([ELSEWHERE, objectStream({ 7: PAGE }, '/Filter /LZWDecode')])],
  'an encrypted object stream': [null, pdfOf([ELSEWHERE, LOST], '/Encrypt 9 0 R')],
  'a second revision': [
    2,
    `${pdfOf([CATALOGUE, '<< /Kids [3 0 R] /Count 1 >>', PAGE])}2 0 obj\n<< /Kids [3 0 R 4 0 R] >>\nendobj\n4 0 obj\n${PAGE}\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`,
  ],
  'a wrong table': [1, pdfOf([CATALOGUE, '<< /Kids [3 0 R] >>', PAGE]).replace(/startxref\n\d+/, 'startxref\n7')],
  'no root in the trailer': [1, pdfOf([CATALOGUE, '<< /Kids [3 0 R] >>', PAGE]).replace('/Root 1 0 R', '')],
  'a wrong length of a stream': [
    1,
    pdfOf([CATALOGUE, '<< /Kids [4 0 R] >>', CONTENT, PAGE]).replace(/\/Length \d+/, '/Length 7'),
  ],
  'a length by reference': [
    1,
    pdfOf([CATALOGUE, '<< /Kids [4 0 R] >>', CONTENT, PAGE]).replace(/\/Length \d+/, '/Length 9 0 R'),
  ],
  'another document in a stream': [
    1,
    pdfOf([CATALOGUE, '<< /Kids [4 0 R] >>', ['', Buffer.from(pdfOf(['<< >>', '<< /Kids [8 0 R] >>']))], PAGE]),
  ],
  'a form': [1, pdfOf(['<< /Pages 2 0 R /AcroForm << /Fields [] >> >>', '<< /Kids [3 0 R] >>', PAGE])],
  ...Object.fromEntries(
    ['plain', 'linearized', 'updated', 'signed', 'signed-glued', 'revision-4-owner'].map((name) => [
      name,
      [1, fixture(`pdf/${name}.pdf`).toString('latin1')] as const,
    ]),
  ),
};
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('the pages of a PDF', () => {
  it.each(Object.entries(PDFS))(
    'a whole PDF is accepted with the number of its pages: %s',
    async (_, [pages, text]) => {
      expect(await check(latin1(text))).toMatchObject({ ok: true, pages });
    },
  );

  it.each([
    ['no objects', '%PDF-1.4 hello\n%%EOF\n'],
    ['no catalogue', pdfOf(['<< /Type /Nothing >>', '<< /Kids [3 0 R] >>', PAGE])],
    ['no page', pdfOf([CATALOGUE, '<< /Type /Pages /Kids [] /Count 0 >>'])],
    ['no tree', pdfOf([CATALOGUE, 'null', PAGE])],
    ['its tree in a stream of zeros', pdfOf([ELSEWHERE, LOST])],
    ['a tree that contains itself', pdfOf([CATALOGUE, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'])],
    ['a page missing', pdfOf([CATALOGUE, '<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 2 >>', PAGE])],
  ])('a PDF is refused with %s', async (_, text) => {
    await expectMissing(latin1(text));
  });

  it.each(['one page', 'three pages', 'pages in an object stream', 'everything in an object stream', 'linearized'])(
    'a PDF that breaks off is refused although an end was added: %s',
    async (name) => {
      const [, text] = PDFS[name] as (typeof PDFS)[string];
      for (const share of [0.2, 0.4, 0.55])
        await expectMissing(latin1(`${text.slice(0, text.length * share)}\nstartxref\n0\n%%EOF\n`));
    },
  );

  it('a document that has lost its first bytes is damaged', async () => {
    const lost = latin1(`${' '.repeat(90)}${pdfOf([CATALOGUE, '<< /Kids [3 0 R] >>', PAGE]).slice(15)}`);
    expect(await check(lost)).toEqual({ ok: false, code: 'file_damaged' });
  });
});
