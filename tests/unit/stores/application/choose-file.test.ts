import { readFileSync } from 'node:fs';
import { URL as FileUrl } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_FILE_BYTES } from '../../../../src/domain/input/files.ts';
import {
  hasPreview,
  holdPreview,
  readChosenFile,
  releasePreview,
} from '../../../../src/stores/application/choose-file.ts';
import { MAX_PICTURE_BYTES } from '../../../../src/stores/application/file-result.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new FileUrl(`../../../fixtures/${name}`, import.meta.url)));
const JPEG = fixture('photo-clean.jpg');
const PDF = fixture('resume.pdf');
const HEIC = '\0\0\0\x18ftypheic\0\0\0\0mif1heic a photo';

/** A JPEG with so many bytes: comments stand between its beginning and its picture. */
function longJpeg(bytes: number): Uint8Array<ArrayBuffer> {
  const comments: Buffer[] = [];
  for (let left = bytes - JPEG.length; left > 0; ) {
    const length = left <= 65_537 ? left : Math.min(65_537, left - 4);
    const comment = Buffer.alloc(length);
    comment.writeUInt16BE(0xfffe);
    comment.writeUInt16BE(length - 2, 2);
    comments.push(comment);
    left -= length;
  }
  return new Uint8Array(Buffer.concat([JPEG.subarray(0, 2), ...comments, JPEG.subarray(2)]));
}

/** A PDF with so many bytes: a comment stands behind its first line. */
function longPdf(bytes: number): Uint8Array<ArrayBuffer> {
  const line = PDF.indexOf(0x0a) + 1;
  const comment = Buffer.alloc(bytes - PDF.length, '%');
  comment.write('\n', comment.length - 1);
  return new Uint8Array(Buffer.concat([PDF.subarray(0, line), comment, PDF.subarray(line)]));
}

/** A PNG that claims a size. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(fixture('passport.png'));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return new Uint8Array(bytes);
}

/** A browser that decodes every picture to this size, and encodes it to so many bytes, the last number again and again. */
function browserThatDraws(width: number, height: number, ...encoded: number[]) {
  const drawn = { canvas: [0, 0], options: undefined as unknown, quality: undefined as unknown, closed: 0, type: '' };
  vi.stubGlobal('createImageBitmap', async (picture: Blob, options: unknown) => {
    Object.assign(drawn, { options, type: picture.type });
    return { width, height, close: () => drawn.closed++ };
  });
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(w: number, h: number) {
        drawn.canvas = [w, h];
      }
      getContext() {
        return { fillRect: () => undefined, drawImage: () => undefined };
      }
      async convertToBlob(options: { type: string; quality: number }) {
        drawn.quality = options.quality;
        const size = encoded.length > 1 ? encoded.shift() : encoded[0];
        return new Blob([new Uint8Array(size ?? 0)], { type: options.type });
      }
    },
  );
  return drawn;
}
/** A browser that can decode no picture. */
function browserThatDecodesNothing() {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('broken', 'InvalidStateError');
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a chosen file', () => {
  it('is taken by its content, whatever its name and declared type', async () => {
    const taken = await readChosenFile(new File([PDF], 'C:\\scans\\passport.exe', { type: 'image/png' }), 'file');
    expect(taken).toMatchObject({
      ok: true,
      file: { name: 'passport.exe', size: PDF.length, type: 'application/pdf' },
      change: null,
    });
  });

  it.each([
    ['breaks off', JPEG.slice(0, 500), 'photo', 'file_incomplete'],
    ['is damaged', fixture('deceptive/two-headers.png.bin'), 'photo', 'file_damaged'],
    ['moves', fixture('deceptive/moves.webp.bin'), 'photo', 'file_animated'],
    ['is coded as browsers do not show', fixture('deceptive/arithmetic.jpg.bin'), 'photo', 'file_unsupported'],
    ['has no end', PDF.slice(0, -6), 'file', 'file_incomplete'],
    ['asks for a password', fixture('pdf/revision-6-user.pdf'), 'file', 'file_encrypted'],
    ['is behind a program', fixture('deceptive/program-before.pdf.bin'), 'file', 'file_begins_late'],
    ['is a document of Word', 'PK\x03\x04 [Content_Types].xml', 'file', 'file_document'],
  ] as const)('is refused at once with its own reason when it %s', async (_, content, kind, code) => {
    browserThatDraws(3000, 2000, 10);
    expect(await readChosenFile(new File([content], 'a.pdf'), kind)).toEqual({ ok: false, code });
  });

  it('is taken as it was chosen, whatever the host will take out of it', async () => {
    const signed = fixture('pdf/signed.pdf');
    const padded = new File([signed, new Uint8Array(512)], 'a.pdf');
    const taken = await readChosenFile(padded, 'file');
    expect(taken).toMatchObject({ ok: true, file: { size: signed.length + 512 }, change: null });
  });

  it.each(['C:\\scans\\', '\ufeff'])('is taken without the text before a document: %j', async (text) => {
    const taken = await readChosenFile(new File([text, PDF], 'a.pdf'), 'file');
    expect(taken).toMatchObject({ ok: true, change: 'textRemoved' });
    expect(taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer())).toEqual(PDF);
  });

  it('does not depend on the original any more', async () => {
    const original = new File([PDF], 'a.pdf');
    const taken = await readChosenFile(original, 'file');
    expect(taken.ok && taken.file.blob).not.toBe(original);
    expect(taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer())).toEqual(PDF);
  });

  it.each([
    ['an empty one', new File([], 'a.pdf'), 'file', 'file_empty'],
    ['a text', new File(['hello'], 'a.pdf', { type: 'application/pdf' }), 'file', 'file_type'],
    ['a document as photo', new File([PDF], 'a.jpg', { type: 'image/jpeg' }), 'photo', 'file_type'],
    ['a document over the limit', new File([longPdf(MAX_FILE_BYTES + 1)], 'a.pdf'), 'file', 'file_too_large'],
    [
      'a document over the limit, behind a text',
      new File(['a text ', longPdf(MAX_FILE_BYTES)], 'a.pdf'),
      'file',
      'file_too_large',
    ],
    ['a picture over the limit', new File([longJpeg(MAX_FILE_BYTES + 1)], 'a.jpg'), 'photo', 'file_too_large'],
    ['a cut picture', new File([JPEG.subarray(0, 4000)], 'a.jpg'), 'photo', 'file_incomplete'],
    ['a large file of another format', new File(['II*\0', longJpeg(MAX_FILE_BYTES)], 'a.tif'), 'file', 'file_tiff'],
  ] as const)('is refused at once where the browser draws nothing: %s', async (_, file, kind, code) => {
    expect(await readChosenFile(file, kind)).toEqual({ ok: false, code });
  });

  it.each(['file_several', 'file_folder'] as const)(
    'is refused where none is taken of what was offered: %s',
    async (code) => {
      expect(await readChosenFile(code, 'photo')).toEqual({ ok: false, code });
    },
  );

  it('is taken at exactly the limit', async () => {
    expect(await readChosenFile(new File([longPdf(MAX_FILE_BYTES)], 'a.pdf'), 'file')).toMatchObject({ ok: true });
  });

  it.each(['NotReadableError', 'NotFoundError'])('is called unreadable when it can not be read: %s', async (name) => {
    const fails = async () => {
      throw new DOMException('in a cloud drive, or gone', name);
    };
    const part = Object.assign(new Blob([PDF]), { arrayBuffer: fails });
    const gone = Object.assign(new File([PDF], 'a.pdf'), { slice: () => part });
    expect(await readChosenFile(gone, 'file')).toEqual({ ok: false, code: 'file_unreadable' });
    const goneLater = Object.assign(new File([PDF], 'a.pdf'), { arrayBuffer: fails });
    expect(await readChosenFile(goneLater, 'file')).toEqual({ ok: false, code: 'file_unreadable' });
  });
});

describe('a chosen picture', () => {
  it.each([
    ['of many pixels', 8000, 6000],
    ['a panorama', 11_118, 3820],
    ['a long screenshot', 1080, 15_000],
  ])('is sent byte for byte when it has few bytes: %s', async (_, width, height) => {
    const drawn = browserThatDraws(width, height, 10);
    const taken = await readChosenFile(new File([JPEG], 'me.jpg'), 'photo');
    expect(taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer())).toEqual(JPEG);
    expect(drawn.canvas).toEqual([0, 0]);
  });

  it('of many bytes is scaled to nine megapixels, upright, as JPEG', async () => {
    const drawn = browserThatDraws(4000, 6000, 4);
    const taken = await readChosenFile(new File([longJpeg(MAX_PICTURE_BYTES + 1)], 'Scan.PNG'), 'file');
    expect(taken).toMatchObject({
      ok: true,
      file: { name: 'Scan.jpg', size: 4, type: 'image/jpeg' },
      change: 'shrunk',
    });
    expect(drawn).toMatchObject({
      canvas: [2449, 3674],
      options: { imageOrientation: 'from-image' },
      quality: 0.85,
      closed: 1,
    });
  });

  it('of many bytes keeps a short side that can be read', async () => {
    const drawn = browserThatDraws(1080, 16_000, 4);
    await readChosenFile(new File([longJpeg(MAX_PICTURE_BYTES + 1)], 'a.jpg'), 'file');
    expect(drawn.canvas).toEqual([880, 13_037]);
  });

  it('is written anew when it has too many bytes, and then may have been over the limit', async () => {
    browserThatDraws(2000, 2000, 1000);
    const taken = await readChosenFile(new File([longJpeg(MAX_FILE_BYTES + 1)], 'a.jpeg'), 'photo');
    expect(taken).toMatchObject({ ok: true, file: { name: 'a.jpg', size: 1000 } });
  });

  it('stays as it was chosen when the result would not be smaller', async () => {
    browserThatDraws(2000, 2000, MAX_PICTURE_BYTES + 2);
    const taken = await readChosenFile(new File([longJpeg(MAX_PICTURE_BYTES + 1)], 'a.jpg'), 'photo');
    expect(taken).toMatchObject({ ok: true, file: { size: MAX_PICTURE_BYTES + 1 }, change: null });
  });

  it('stays as it was chosen when the browser can not draw it smaller', async () => {
    const long = new File([longJpeg(MAX_PICTURE_BYTES + 1)], 'a.jpg');
    browserThatDecodesNothing();
    expect(await readChosenFile(long, 'photo')).toMatchObject({ ok: true, file: { size: long.size }, change: null });
    const drawn = browserThatDraws(9000, 6000, 4);
    const draws = OffscreenCanvas.prototype;
    vi.spyOn(draws, 'convertToBlob').mockRejectedValueOnce(new DOMException('no memory', 'EncodingError'));
    vi.spyOn(draws, 'getContext').mockReturnValueOnce(null);
    for (const _ of ['no context', 'no result'])
      expect(await readChosenFile(long, 'photo')).toMatchObject({ ok: true, file: { size: long.size }, change: null });
    expect(drawn.closed).toBe(2);
  });

  it('of more pixels a side than can be stored is scaled only as far as needed, also to more bytes', async () => {
    const drawn = browserThatDraws(1080, 20_000, 100_000);
    const taken = await readChosenFile(new File([png(1080, 20_000)], 'bank.png'), 'file');
    expect(taken).toMatchObject({ ok: true, file: { name: 'bank.jpg', size: 100_000 }, change: 'fitted' });
    expect(drawn.canvas).toEqual([885, 16_384]);
  });

  it('of more pixels a side than can be stored is scaled further where that takes too many bytes', async () => {
    const drawn = browserThatDraws(10_000, 20_000, MAX_PICTURE_BYTES + 1, 200_000);
    const taken = await readChosenFile(new File([png(10_000, 20_000)], 'plan.png'), 'file');
    expect(taken).toMatchObject({ ok: true, file: { size: 200_000 }, change: 'fitted' });
    expect(drawn.canvas).toEqual([2121, 4243]);
  });

  it('is refused where it would not stay readable, or can not be drawn', async () => {
    browserThatDraws(1000, 20_000, 4);
    const tall = new File([png(1000, 20_000)], 'bank.png');
    expect(await readChosenFile(tall, 'file')).toEqual({ ok: false, code: 'file_dimensions' });
    browserThatDecodesNothing();
    const wide = new File([png(20_000, 1080)], 'bank.png');
    expect(await readChosenFile(wide, 'file')).toEqual({ ok: false, code: 'file_dimensions' });
  });

  it('has one address for all that show it, until the last of them lets go', async () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const taken = await readChosenFile(new File([JPEG], 'me.jpg'), 'photo');
    if (!taken.ok) throw new Error(taken.code);
    const { blob } = taken.file;
    const url = holdPreview(blob);
    expect(url).toMatch(/^blob:/);
    expect(holdPreview(blob)).toBe(url);
    releasePreview(blob);
    expect(revoke).not.toHaveBeenCalled();
    releasePreview(blob);
    await expect.poll(() => revoke).toHaveBeenCalledWith(url);
    expect(holdPreview(blob)).not.toBe(url);
    releasePreview(blob);
  });

  it('has a picture unless it is a document', async () => {
    const document = await readChosenFile(new File([PDF], 'a.pdf'), 'file');
    const photo = await readChosenFile(new File([JPEG], 'me.jpg'), 'photo');
    expect([document, photo].map((taken) => taken.ok && hasPreview(taken.file))).toEqual([false, true]);
  });
});

describe('a HEIC photo', () => {
  it.each([
    ['IMG_5195.HEIC', ''],
    ['20240612_photo.jpg', 'image/jpeg'],
  ])('is converted where the browser decodes it, whatever its name and declared type: %s', async (name, type) => {
    const drawn = browserThatDraws(3000, 4000, 5000);
    for (const kind of ['file', 'photo'] as const) {
      const taken = await readChosenFile(new File([HEIC], name, { type }), kind);
      expect(taken).toMatchObject({ ok: true, file: { size: 5000, type: 'image/jpeg' }, change: 'converted' });
      expect(taken.ok && taken.file.name).toBe(name.replace('HEIC', 'jpg'));
    }
    expect(drawn).toMatchObject({
      canvas: [3000, 4000],
      options: { imageOrientation: 'from-image' },
      type: 'image/heic',
    });
  });

  it('over the limit is converted, too', async () => {
    browserThatDraws(6000, 8000, 5000);
    const long = new File([HEIC, new Uint8Array(MAX_FILE_BYTES)], 'a.heic');
    expect(await readChosenFile(long, 'file')).toMatchObject({ ok: true, file: { size: 5000 }, change: 'converted' });
  });

  it('is named where the browser does not decode it', async () => {
    browserThatDecodesNothing();
    expect(await readChosenFile(new File([HEIC], 'a.jpg'), 'photo')).toEqual({ ok: false, code: 'file_heic' });
  });
});
