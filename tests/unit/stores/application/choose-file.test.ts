import { readFileSync } from 'node:fs';
import { URL as FileUrl } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_FILE_BYTES } from '../../../../src/domain/input/files.ts';
import { readChosenFile } from '../../../../src/stores/application/choose-file.ts';
import {
  hasPreview,
  holdPreview,
  MAX_PICTURE_BYTES,
  releasePreview,
} from '../../../../src/stores/application/picked-file.ts';
import { returnsPixels } from '../../../../src/stores/browser/pixel-readback.ts';
import { FileWorker } from '../../../fixtures/file-worker.ts';

// Node has no canvas; tests/e2e shows it in browsers.
vi.mock('../../../../src/stores/browser/pixel-readback.ts', () => ({ returnsPixels: vi.fn(async () => true) }));
/** Node has no workers of browsers; tests/e2e/file-choice.test.ts opens documents. */
const opensFreely = vi.hoisted(() => vi.fn<(document: Blob) => Promise<boolean>>());
vi.mock('../../../../src/stores/passport-reader/open-document.ts', () => ({ opensFreely }));
/** The browser hides pixels at the next check. */
const hidePixels = () => vi.mocked(returnsPixels).mockResolvedValueOnce(false);

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new FileUrl(`../../../fixtures/${name}`, import.meta.url)));
const JPEG = fixture('photo-clean.jpg');
const PDF = fixture('resume.pdf');
const HEIC = '\0\0\0\x18ftypheic\0\0\0\0mif1heic a photo';

/** Returns a JPEG of the given size, with comments before its picture. */
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

/** Returns a PDF of the given size, with a comment after its first line. */
function longPdf(bytes: number): Uint8Array<ArrayBuffer> {
  const line = PDF.indexOf(0x0a) + 1;
  const comment = Buffer.alloc(bytes - PDF.length, '%');
  comment.write('\n', comment.length - 1);
  return new Uint8Array(Buffer.concat([PDF.subarray(0, line), comment, PDF.subarray(line)]));
}

/** Returns a black PNG of a size. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const chunks = [
    ['IHDR', Buffer.concat([size, Buffer.from([1, 0, 0, 0, 0])])],
    ['IDAT', rows],
    ['IEND', Buffer.alloc(0)],
  ] as const;
  const packed = chunks.flatMap(([type, content]) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return [length, body, sum];
  });
  return new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...packed]));
}

/** A browser that decodes every picture to this size and encodes it to the given numbers of bytes, repeating the last. */
function browserThatDraws(width: number, height: number, ...encoded: number[]) {
  const drawn = { canvas: [0, 0], options: undefined as unknown, quality: undefined as unknown, closed: 0, type: '' };
  vi.stubGlobal('createImageBitmap', async (picture: Blob, options: unknown) => {
    Object.assign(drawn, { options, type: picture.type });
    return { width, height, close: () => drawn.closed++ };
  });
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly size: number[];
      constructor(...size: number[]) {
        this.size = size;
      }
      getContext() {
        const [width, height] = this.size;
        const getImageData = () => ({ data: Uint8ClampedArray.from({ length: 4000 }, (_, at) => at) });
        return { canvas: { width, height }, fillRect: () => undefined, drawImage: () => undefined, getImageData };
      }
      async convertToBlob(options: { type: string; quality: number }) {
        [drawn.canvas, drawn.quality] = [this.size, options.quality];
        const size = encoded.length > 1 ? encoded.shift() : encoded[0];
        return new Blob([new Uint8Array(size ?? 0)], { type: options.type });
      }
    },
  );
  return drawn;
}
/** A browser that cannot decode pictures. */
function browserThatDecodesNothing() {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('broken', 'InvalidStateError');
  });
}

beforeEach(() => {
  vi.stubGlobal('Worker', FileWorker);
  browserThatDraws(700, 900, 10);
  Object.assign(FileWorker, { isOffline: false, terminated: 0 });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('readChosenFile', () => {
  it('readChosenFile recognises a file by its content, whatever its name and declared type', async () => {
    const taken = await readChosenFile(new File([PDF], 'C:\\scans\\passport.exe', { type: 'image/png' }), 'file');
    expect(taken).toMatchObject({
      ok: true,
      file: { name: 'passport.exe', size: PDF.length, type: 'application/pdf' },
      change: null,
    });
  });

  it.each([
    ['breaks off', JPEG.slice(0, 60), 'photo', 'file_incomplete'],
    ['is damaged', fixture('deceptive/two-headers.png.bin'), 'photo', 'file_damaged'],
    ['moves', fixture('deceptive/moves.webp.bin'), 'photo', 'file_animated'],
    ['is coded as browsers do not show', fixture('deceptive/arithmetic.jpg.bin'), 'photo', 'file_unsupported'],
    ['has no end', PDF.slice(0, -6), 'file', 'file_incomplete'],
    ['is behind a program', fixture('deceptive/program-before.pdf.bin'), 'file', 'file_begins_late'],
    ['is a document of Word', 'PK\x03\x04 [Content_Types].xml', 'file', 'file_document'],
  ] as const)('readChosenFile refuses a file with its own code when it %s', async (_, content, kind, code) => {
    expect(await readChosenFile(new File([content], 'a.pdf'), kind)).toEqual({ ok: false, code });
  });

  it('readChosenFile keeps a file unchanged although the host removes parts of it', async () => {
    const signed = fixture('pdf/signed.pdf');
    const padded = new File([signed, new Uint8Array(512)], 'a.pdf');
    const taken = await readChosenFile(padded, 'file');
    expect(taken).toMatchObject({ ok: true, file: { size: signed.length + 512 }, change: null });
  });

  it.each(['C:\\scans\\', '\ufeff'])('readChosenFile removes the text %j before a document', async (text) => {
    const taken = await readChosenFile(new File([text, PDF], 'a.pdf'), 'file');
    expect(taken).toMatchObject({ ok: true, change: 'textRemoved' });
    expect(taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer())).toEqual(PDF);
  });

  it('readChosenFile copies the file, so that the original may change', async () => {
    const original = new File([PDF], 'a.pdf');
    const taken = await readChosenFile(original, 'file');
    expect(taken.ok && taken.file.blob).not.toBe(original);
    expect(taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer())).toEqual(PDF);
  });

  it.each([
    ['an empty file', new File([], 'a.pdf'), 'file', 'file_empty'],
    ['a text', new File(['hello'], 'a.pdf', { type: 'application/pdf' }), 'file', 'file_type'],
    ['a document as photo', new File([PDF], 'a.jpg', { type: 'image/jpeg' }), 'photo', 'file_type'],
    ['a document over the limit', new File([longPdf(MAX_FILE_BYTES + 1)], 'a.pdf'), 'file', 'file_too_large'],
    [
      'a document over the limit after a text',
      new File(['a text ', longPdf(MAX_FILE_BYTES)], 'a.pdf'),
      'file',
      'file_too_large',
    ],
    ['a picture over the limit', new File([longJpeg(MAX_FILE_BYTES + 1)], 'a.jpg'), 'photo', 'file_too_large'],
    ['a cut picture', new File([JPEG.subarray(0, 4000)], 'a.jpg'), 'photo', 'file_incomplete'],
    ['a large file of another format', new File(['II*\0', longJpeg(MAX_FILE_BYTES)], 'a.tif'), 'file', 'file_tiff'],
  ] as const)('readChosenFile refuses %s where the browser cannot draw', async (_, file, kind, code) => {
    browserThatDecodesNothing();
    expect(await readChosenFile(file, kind)).toEqual({ ok: false, code });
  });

  it.each(['file_several', 'file_folder'] as const)(
    'readChosenFile refuses an offer that is not one file: %s',
    async (code) => {
      expect(await readChosenFile(code, 'photo')).toEqual({ ok: false, code });
    },
  );

  it('readChosenFile accepts a file of exactly the limit', async () => {
    expect(await readChosenFile(new File([longPdf(MAX_FILE_BYTES)], 'a.pdf'), 'file')).toMatchObject({ ok: true });
  });

  it.each(['NotReadableError', 'NotFoundError'])('readChosenFile returns file_unreadable after %s', async (name) => {
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

describe('readChosenFile in a worker', () => {
  it('readChosenFile ends the worker of each file', async () => {
    for (const _ of ['first', 'second'])
      expect(await readChosenFile(new File([PDF], 'a.pdf'), 'file')).toMatchObject({ ok: true });
    expect(FileWorker.terminated).toBe(2);
  });

  it('readChosenFile accepts by type while its worker cannot be loaded, and checks once it can', async () => {
    const broken = new File([PDF.slice(0, 400)], 'a.pdf');
    FileWorker.isOffline = true;
    const unchecked = await readChosenFile(broken, 'file');
    expect(unchecked).toMatchObject({ ok: true, file: { size: 400 } });
    expect(await readChosenFile(broken, 'photo')).toEqual({ ok: false, code: 'file_type' });
    expect(await readChosenFile(new File(['text'], 'a.pdf'), 'file')).toEqual({ ok: false, code: 'file_unchecked' });
    FileWorker.isOffline = false;
    expect(await readChosenFile(broken, 'file')).toEqual({ ok: false, code: 'file_incomplete' });
  });

  it('readChosenFile opens a PDF that may be encrypted, and no other', async () => {
    const locked = new File([fixture('pdf/revision-6-user.pdf')], 'a.pdf');
    opensFreely.mockResolvedValueOnce(false);
    expect(await readChosenFile(locked, 'file')).toEqual({ ok: false, code: 'file_encrypted' });
    opensFreely.mockResolvedValueOnce(true);
    expect(await readChosenFile(locked, 'file')).toMatchObject({ ok: true });
    await readChosenFile(new File([PDF], 'a.pdf'), 'file');
    expect(opensFreely).toHaveBeenCalledTimes(2);
  });
});

describe('readChosenFile for pictures', () => {
  it.each([
    ['of many pixels', 8000, 6000],
    ['a panorama', 11_118, 3820],
    ['a long screenshot', 1080, 15_000],
  ])('readChosenFile keeps a picture of few bytes unchanged: %s', async (_, width, height) => {
    const drawn = browserThatDraws(width, height, 10);
    const taken = await readChosenFile(new File([JPEG], 'me.jpg'), 'photo');
    expect(taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer())).toEqual(JPEG);
    expect(drawn.canvas).toEqual([0, 0]);
  });

  it('readChosenFile scales a picture of many bytes to nine megapixels, upright, as JPEG', async () => {
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

  it('readChosenFile encodes a picture over the limit again', async () => {
    browserThatDraws(2000, 2000, 1000);
    const taken = await readChosenFile(new File([longJpeg(MAX_FILE_BYTES + 1)], 'a.jpeg'), 'photo');
    expect(taken).toMatchObject({ ok: true, file: { name: 'a.jpg', size: 1000 } });
  });

  it('readChosenFile keeps the chosen picture when the result would not be smaller', async () => {
    browserThatDraws(2000, 2000, MAX_PICTURE_BYTES + 2);
    const taken = await readChosenFile(new File([longJpeg(MAX_PICTURE_BYTES + 1)], 'a.jpg'), 'photo');
    expect(taken).toMatchObject({ ok: true, file: { size: MAX_PICTURE_BYTES + 1 }, change: null });
  });

  it('readChosenFile refuses a picture that the browser cannot decode, and keeps one that it cannot draw', async () => {
    const long = new File([longJpeg(MAX_PICTURE_BYTES + 1)], 'a.jpg');
    browserThatDecodesNothing();
    for (const picture of [long, new File([JPEG], 'a.jpg')])
      expect(await readChosenFile(picture, 'photo')).toEqual({ ok: false, code: 'file_damaged' });
    const drawn = browserThatDraws(9000, 6000, 4);
    const draws = OffscreenCanvas.prototype;
    vi.spyOn(draws, 'convertToBlob').mockRejectedValueOnce(new DOMException('no memory', 'EncodingError'));
    vi.spyOn(draws, 'getContext').mockReturnValueOnce(null);
    for (const _ of ['no context', 'no result'])
      expect(await readChosenFile(long, 'photo')).toMatchObject({ ok: true, file: { size: long.size }, change: null });
    expect(drawn.closed).toBe(2);
  });

  it('readChosenFile scales a picture with an overlong side only as far as needed, also to more bytes', async () => {
    const drawn = browserThatDraws(1080, 20_000, 100_000);
    const taken = await readChosenFile(new File([png(1080, 20_000)], 'bank.png'), 'file');
    expect(taken).toMatchObject({ ok: true, file: { name: 'bank.jpg', size: 100_000 }, change: 'fitted' });
    expect(drawn.canvas).toEqual([885, 16_384]);
  });

  it('readChosenFile keeps a picture unchanged where the browser hides pixels, and says so if it would be shrunk', async () => {
    const drawn = browserThatDraws(4000, 6000, 4);
    for (const [bytes, change] of [
      [JPEG, null],
      [longJpeg(MAX_PICTURE_BYTES + 1), 'notShrunk'],
    ] as const) {
      hidePixels();
      const taken = await readChosenFile(new File([bytes], 'a.jpg'), 'photo');
      expect(taken).toMatchObject({ ok: true, change });
      const kept = Buffer.from(await (taken.ok ? taken.file.blob : new Blob()).arrayBuffer());
      expect(kept.equals(bytes)).toBe(true);
    }
    expect(drawn.canvas).toEqual([0, 0]);
  });

  it.each([
    ['over the limit', longJpeg(MAX_FILE_BYTES + 1), 'a.jpg'],
    ['of too many pixels', png(1080, 20_000), 'bank.png'],
    ['in HEIC', HEIC, 'a.heic'],
  ])('readChosenFile refuses a picture %s where the browser hides pixels', async (_, bytes, name) => {
    browserThatDraws(1080, 20_000, 4);
    hidePixels();
    const taken = await readChosenFile(new File([bytes], name), 'file');
    expect(taken).toEqual({ ok: false, code: 'file_pixels_hidden' });
  });

  it('readChosenFile adds the missing end mark of a JPEG, and nothing else, for the applicant to confirm', async () => {
    for (const length of [JPEG.length - 2, 4000]) {
      const cut = JPEG.subarray(0, length);
      const taken = await readChosenFile(new File([cut], 'a.jpg'), 'photo');
      expect(taken).toMatchObject({ ok: true, change: 'ended', lacksEnd: true, file: { name: 'a.jpg' } });
      const stored = taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer());
      expect(stored).toEqual(Uint8Array.of(...cut, 0xff, 0xd9));
    }
  });

  it('readChosenFile scales a JPEG without an end mark like any other', async () => {
    browserThatDraws(4000, 6000, 4);
    const cut = longJpeg(MAX_PICTURE_BYTES + 10).subarray(0, -2);
    const taken = await readChosenFile(new File([cut], 'a.jpg'), 'photo');
    expect(taken).toMatchObject({ ok: true, change: 'shrunk', lacksEnd: true, file: { size: 4 } });
  });

  it('readChosenFile refuses a picture that would become unreadable or cannot be drawn', async () => {
    browserThatDraws(1000, 20_000, 4);
    const tall = new File([png(1000, 20_000)], 'bank.png');
    expect(await readChosenFile(tall, 'file')).toEqual({ ok: false, code: 'file_dimensions' });
    browserThatDecodesNothing();
    const wide = new File([png(20_000, 1080)], 'bank.png');
    expect(await readChosenFile(wide, 'file')).toEqual({ ok: false, code: 'file_dimensions' });
  });

  it('holdPreview returns one URL for a picture until its last release', async () => {
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

  it('hasPreview is true for pictures and false for documents', async () => {
    const document = await readChosenFile(new File([PDF], 'a.pdf'), 'file');
    const photo = await readChosenFile(new File([JPEG], 'me.jpg'), 'photo');
    expect([document, photo].map((taken) => taken.ok && hasPreview(taken.file))).toEqual([false, true]);
  });
});

describe('readChosenFile for HEIC photos', () => {
  it.each([
    ['IMG_5195.HEIC', ''],
    ['20240612_photo.jpg', 'image/jpeg'],
  ])(
    'readChosenFile converts a HEIC photo that the browser decodes, whatever its name and declared type: %s',
    async (name, type) => {
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
    },
  );

  it('readChosenFile converts a HEIC photo over the limit', async () => {
    browserThatDraws(6000, 8000, 5000);
    const long = new File([HEIC, new Uint8Array(MAX_FILE_BYTES)], 'a.heic');
    expect(await readChosenFile(long, 'file')).toMatchObject({ ok: true, file: { size: 5000 }, change: 'converted' });
  });

  it('readChosenFile returns file_heic where the browser does not decode HEIC', async () => {
    browserThatDecodesNothing();
    expect(await readChosenFile(new File([HEIC], 'a.jpg'), 'photo')).toEqual({ ok: false, code: 'file_heic' });
  });
});
