/** Pictures of which a part is missing. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withEndMark } from '../../../../src/domain/files/jpeg.ts';
import { DOCUMENT_TYPES } from '../../../../src/domain/input/files.ts';
import { checkFile } from '../../../fixtures/check-file.ts';

const check = (bytes: Uint8Array) => checkFile(new Uint8Array(bytes), DOCUMENT_TYPES);
const MISSING = /^file_(?:damaged|incomplete)$/;

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
        expect(check(cut)).toEqual({ ok: false, code: 'file_incomplete' });
        const ended = withEndMark(cut);
        expect(Buffer.from(ended)).toEqual(Buffer.concat([cut, END]));
        expect(check(ended)).toMatchObject({ ok: true, type: 'image/jpeg' });
      }
    },
  );

  it('a JPEG that breaks off before its picture is refused also with an added end mark', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    for (const mark of [0xdb, 0xc0, 0xda]) {
      const cut = jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, mark])) + 4);
      expect(check(withEndMark(cut))).toEqual({ ok: false, code: expect.stringMatching(MISSING) });
    }
  });
});

describe('a picture with whole ends', () => {
  it('a picture is accepted although its middle is broken: only decoders know', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    jpeg.fill(0, jpeg.length / 2, jpeg.length - 2);
    expect(check(jpeg)).toMatchObject({ ok: true, type: 'image/jpeg' });
    const webp = await picture().webp().toBuffer();
    webp.fill(0, webp.length / 2);
    expect(check(webp)).toMatchObject({ ok: true, type: 'image/webp' });
  });

  it('a PNG is refused with a wrong checksum of its data', async () => {
    const png = await picture().png().toBuffer();
    png.fill(0, png.length / 2, png.length / 2 + 100);
    expect(check(png)).toEqual({ ok: false, code: 'file_damaged' });
  });
});
