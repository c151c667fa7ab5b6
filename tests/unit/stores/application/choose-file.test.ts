import { readFileSync } from 'node:fs';
import { URL as FileUrl } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_FILE_BYTES } from '../../../../src/domain/input/files.ts';
import {
  fitWithin,
  hasPreview,
  holdPreview,
  MAX_PICTURE_BYTES,
  releasePreview,
  takeFile,
} from '../../../../src/stores/application/choose-file.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new FileUrl(`../../../fixtures/${name}`, import.meta.url)));
const JPEG = fixture('deceptive/plain.jpg');
const PDF = fixture('pdf/plain.pdf');
const padded = (head: BlobPart, bytes: number) => [head, new Uint8Array(bytes - new Blob([head]).size)];

/** A browser that decodes every picture to this size, and encodes it to so many bytes. */
function browserThatDraws(width: number, height: number, encoded: number) {
  const drawn = { canvas: [0, 0], options: undefined as unknown, quality: undefined as unknown, closed: 0 };
  vi.stubGlobal('createImageBitmap', async (_: Blob, options: unknown) => {
    drawn.options = options;
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
        return new Blob([new Uint8Array(encoded)], { type: options.type });
      }
    },
  );
  return drawn;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a chosen file', () => {
  it('is taken by its content, whatever its name and declared type', async () => {
    const taken = await takeFile(new File([PDF], 'C:\\scans\\passport.exe', { type: 'image/png' }), 'file');
    expect(taken).toMatchObject({
      ok: true,
      file: { name: 'passport.exe', size: PDF.length, type: 'application/pdf' },
    });
  });

  it('does not depend on the original any more', async () => {
    const original = new File([PDF], 'a.pdf');
    const taken = await takeFile(original, 'file');
    expect(taken.ok && taken.file.blob).not.toBe(original);
    expect(taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer())).toEqual(PDF);
  });

  it.each([
    ['an empty one', new File([], 'a.pdf'), 'file', 'file_empty'],
    ['a text', new File(['hello'], 'a.pdf', { type: 'application/pdf' }), 'file', 'file_type'],
    ['a document as photo', new File([PDF], 'a.jpg', { type: 'image/jpeg' }), 'photo', 'file_type'],
    ['a document over the limit', new File(padded(PDF, MAX_FILE_BYTES + 1), 'a.pdf'), 'file', 'file_too_large'],
    [
      'a picture over the limit that can not be scaled',
      new File(padded(JPEG, MAX_FILE_BYTES + 1), 'a.jpg'),
      'photo',
      'file_too_large',
    ],
  ] as const)('is refused at once: %s', async (_, file, kind, code) => {
    expect(await takeFile(file, kind)).toEqual({ ok: false, code });
  });

  it.each([
    ['breaks off', JPEG.slice(0, 500), 'photo', 'file_incomplete'],
    ['is damaged', fixture('deceptive/two-headers.png.bin'), 'photo', 'file_damaged'],
    ['moves', fixture('deceptive/moves.webp.bin'), 'photo', 'file_animated'],
    ['is coded as browsers do not show', fixture('deceptive/arithmetic.jpg.bin'), 'photo', 'file_unsupported'],
    ['has no end', PDF.slice(0, -6), 'file', 'file_incomplete'],
    ['asks for a password', fixture('pdf/revision-6-user.pdf'), 'file', 'file_encrypted'],
    ['is behind a program', fixture('deceptive/program-before.pdf.bin'), 'file', 'file_begins_late'],
    ['is a document of Word', new TextEncoder().encode('PK\x03\x04 [Content_Types].xml'), 'file', 'file_document'],
  ] as const)('is refused at once with its own reason when it %s', async (_, bytes, kind, code) => {
    browserThatDraws(3000, 2000, 10);
    expect(await takeFile(new File([bytes], 'a.pdf'), kind)).toEqual({ ok: false, code });
  });

  it('is taken as it was chosen, whatever the host will take out of it', async () => {
    const signed = fixture('pdf/signed.pdf');
    const padded = new File([signed, new Uint8Array(512)], 'a.pdf');
    const taken = await takeFile(padded, 'file');
    expect(taken).toMatchObject({ ok: true, file: { size: signed.length + 512 } });
  });

  it('is taken without the text before a document', async () => {
    const taken = await takeFile(new File(['\ufeff', PDF], 'a.pdf'), 'file');
    expect(taken).toMatchObject({ ok: true, file: { type: 'application/pdf', size: PDF.length } });
    expect(taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer())).toEqual(PDF);
  });

  it('is taken at exactly the limit', async () => {
    expect((await takeFile(new File(padded(PDF, MAX_FILE_BYTES), 'a.pdf'), 'file')).ok).toBe(true);
  });

  it('counts as empty when it can not be read, such as one that was deleted meanwhile', async () => {
    const gone = new File([PDF], 'a.pdf');
    gone.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    expect(await takeFile(gone, 'file')).toEqual({ ok: false, code: 'file_empty' });
  });
});

describe('a chosen picture', () => {
  it('is sent byte for byte when it is small', async () => {
    browserThatDraws(3000, 2000, 10);
    const taken = await takeFile(new File([JPEG], 'me.jpg'), 'photo');
    expect(taken.ok && new Uint8Array(await taken.file.blob.arrayBuffer())).toEqual(JPEG);
  });

  it('is scaled to 3000 px on its longest side, upright, as JPEG', async () => {
    const drawn = browserThatDraws(4000, 6000, 4);
    const taken = await takeFile(new File([JPEG], 'Scan.PNG'), 'file');
    expect(taken).toMatchObject({ ok: true, file: { name: 'Scan.jpg', size: 4, type: 'image/jpeg' } });
    expect(drawn).toMatchObject({
      canvas: [2000, 3000],
      options: { imageOrientation: 'from-image' },
      quality: 0.85,
      closed: 1,
    });
  });

  it('is written anew when it has too many bytes, and then may have been over the limit', async () => {
    browserThatDraws(2000, 2000, 1000);
    const taken = await takeFile(new File(padded(JPEG, MAX_FILE_BYTES + 1), 'a.jpeg'), 'photo');
    expect(taken).toMatchObject({ ok: true, file: { name: 'a.jpg', size: 1000 } });
  });

  it('stays as it was chosen when the result would not be smaller', async () => {
    browserThatDraws(2000, 2000, MAX_PICTURE_BYTES + 2);
    const taken = await takeFile(new File(padded(JPEG, MAX_PICTURE_BYTES + 1), 'a.jpg'), 'photo');
    expect(taken).toMatchObject({ ok: true, file: { size: MAX_PICTURE_BYTES + 1 } });
  });

  it('stays as it was chosen when the browser can not read it', async () => {
    vi.stubGlobal('createImageBitmap', async () => {
      throw new DOMException('broken', 'InvalidStateError');
    });
    expect(await takeFile(new File([JPEG], 'a.jpg'), 'photo')).toMatchObject({ ok: true, file: { size: JPEG.length } });
  });

  it('stays as it was chosen when the browser has not the memory to draw it smaller', async () => {
    const drawn = browserThatDraws(9000, 6000, 4);
    const draws = OffscreenCanvas.prototype;
    vi.spyOn(draws, 'convertToBlob').mockRejectedValueOnce(new DOMException('no memory', 'EncodingError'));
    vi.spyOn(draws, 'getContext').mockReturnValueOnce(null);
    for (const _ of ['no context', 'no result']) {
      expect(await takeFile(new File([JPEG], 'a.jpg'), 'photo')).toMatchObject({
        ok: true,
        file: { size: JPEG.length },
      });
    }
    expect(drawn.closed).toBe(2);
  });

  it('keeps its proportions, and at least one pixel', () => {
    expect(fitWithin(3000, 1000)).toEqual({ width: 3000, height: 1000 });
    expect(fitWithin(6000, 3000)).toEqual({ width: 3000, height: 1500 });
    expect(fitWithin(30_000, 1)).toEqual({ width: 3000, height: 1 });
  });

  it('has one address for all that show it, until the last of them lets go', async () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const taken = await takeFile(new File([JPEG], 'me.jpg'), 'photo');
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
    const document = await takeFile(new File([PDF], 'a.pdf'), 'file');
    const photo = await takeFile(new File([JPEG], 'me.jpg'), 'photo');
    expect([document, photo].map((taken) => taken.ok && hasPreview(taken.file))).toEqual([false, true]);
  });
});
