/** Pictures built byte by byte: kept, removed and refused parts, their end, and their size. */
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sameBytes } from '../../../../src/domain/files/bytes.ts';
import { sanitizeJpeg as keptOfJpeg } from '../../../../src/domain/files/jpeg.ts';
import {
  orientationOnly,
  orientationSegment,
  readOrientation,
  sizeIssue,
} from '../../../../src/domain/files/picture.ts';
import { sanitizePng as keptOfPng } from '../../../../src/domain/files/png.ts';
import { sanitizeWebp as keptOfWebp } from '../../../../src/domain/files/webp.ts';
import { inOnePiece } from '../../../fixtures/check-file.ts';

const sanitizeJpeg = inOnePiece(keptOfJpeg);
const sanitizePng = inOnePiece(keptOfPng);
const sanitizeWebp = inOnePiece(keptOfWebp);

type Bytes = Uint8Array | readonly number[] | string;

/** Joins bytes, numbers and Latin-1 text. */
const join = (...pieces: readonly Bytes[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece))),
    ),
  );
const zeros = (length: number) => new Uint8Array(length);
const big16 = (value: number) => [value >> 8, value & 0xff];
const big32 = (value: number) => [...big16(value >>> 16), ...big16(value & 0xffff)];
const little16 = (value: number) => big16(value).reverse();
const little32 = (value: number) => big32(value).reverse();

describe('sizeProblem', () => {
  it.each([
    [1, 1],
    [16_384, 1],
    [1, 16_384],
    [10_000, 10_000],
    [16_384, 6103],
    [6103, 16_384],
  ])('sizeProblem accepts %i × %i', (width, height) => {
    expect(sizeIssue(width, height)).toBeNull();
  });

  it.each([
    [0, 1],
    [1, 0],
    [0, 0],
    [16_385, 1],
    [1, 16_385],
    [10_000, 10_001],
    [16_384, 6104],
    [65_535, 65_535],
  ])('sizeProblem refuses %i × %i', (width, height) => {
    expect(sizeIssue(width, height)).toBe(width && height ? 'file_dimensions' : 'file_damaged');
  });
});

describe('sameBytes', () => {
  it.each<[boolean, number[], number[]]>([
    [true, [1, 2], [1, 2]],
    [true, [], []],
    [false, [1, 2], [1, 3]],
    [false, [1, 2], [1, 2, 3]],
    [false, [1, 2, 3], [1, 2]],
  ])('sameBytes returns %s for %j and %j', (same, one, other) => {
    expect(sameBytes(Uint8Array.from(one), Uint8Array.from(other))).toBe(same);
  });

  it('sameBytes compares the given part of the memory only', () => {
    const whole = Uint8Array.of(9, 1, 2, 9);
    expect(sameBytes(whole.subarray(1, 3), Uint8Array.of(1, 2))).toBe(true);
    expect(sameBytes(whole.subarray(1, 3), Uint8Array.of(9, 1))).toBe(false);
  });
});

const ORIENTATION = 0x0112;
const MAKE = 0x010f;

/** Returns a TIFF structure with one directory of short numbers. */
function tiff(
  entries: readonly (readonly [tag: number, value: number])[],
  { order = 'MM', count = entries.length, directory = 8 } = {},
): Uint8Array {
  const [short, long] = order === 'II' ? [little16, little32] : [big16, big32];
  return join(
    order,
    short(42),
    long(directory),
    short(count),
    ...entries.flatMap(([tag, value]) => [short(tag), short(3), long(1), short(value), [0, 0]]),
  );
}

describe('readOrientation', () => {
  it.each([2, 3, 4, 5, 6, 7, 8])('readOrientation returns the orientation %i', (value) => {
    expect(readOrientation(tiff([[ORIENTATION, value]]))).toBe(value);
    expect(readOrientation(orientationOnly(value))).toBe(value);
    expect(readOrientation(orientationSegment(value))).toBe(value);
  });

  it.each([0, 1, 9, 0x0600])('readOrientation returns null for the upright or unknown orientation %i', (value) => {
    expect(readOrientation(tiff([[ORIENTATION, value]]))).toBeNull();
  });

  it('readOrientation reads both byte orders, with and without the prefix', () => {
    const little = tiff([[ORIENTATION, 6]], { order: 'II' });
    expect(readOrientation(little)).toBe(6);
    expect(readOrientation(join('Exif\0\0', little))).toBe(6);
    expect(readOrientation(join('Exif\0\0', tiff([[ORIENTATION, 3]])))).toBe(3);
  });

  it.each(['XX', 'IM', 'MI', '\0\0'])('readOrientation returns null for the unknown byte order %j', (order) => {
    expect(readOrientation(tiff([[ORIENTATION, 6]], { order }))).toBeNull();
  });

  it('readOrientation finds the orientation behind other entries and ignores their values', () => {
    const others = [
      [MAKE, 5],
      [0x0110, 4],
    ] as const;
    expect(readOrientation(tiff(others))).toBeNull();
    expect(readOrientation(tiff([...others, [ORIENTATION, 7]]))).toBe(7);
    expect(
      readOrientation(
        tiff([
          [MAKE, 5],
          [ORIENTATION, 7],
          [0x0110, 4],
        ]),
      ),
    ).toBe(7);
  });

  it('readOrientation uses the first of several orientations', () => {
    expect(
      readOrientation(
        tiff([
          [ORIENTATION, 1],
          [ORIENTATION, 7],
        ]),
      ),
    ).toBeNull();
    expect(
      readOrientation(
        tiff([
          [ORIENTATION, 3],
          [ORIENTATION, 7],
        ]),
      ),
    ).toBe(3);
  });

  it('readOrientation reads no further than the number of entries', () => {
    expect(readOrientation(tiff([[ORIENTATION, 7]], { count: 0 }))).toBeNull();
    expect(
      readOrientation(
        tiff(
          [
            [MAKE, 5],
            [ORIENTATION, 7],
          ],
          { count: 1 },
        ),
      ),
    ).toBeNull();
  });

  it('readOrientation tolerates a number of entries that is too large', () => {
    expect(readOrientation(tiff([[MAKE, 5]], { count: 0xffff }))).toBeNull();
    expect(readOrientation(tiff([[ORIENTATION, 7]], { count: 0xffff }))).toBe(7);
  });

  it('readOrientation returns null for a truncated entry', () => {
    const whole = tiff([[ORIENTATION, 7]]);
    expect(readOrientation(whole)).toBe(7);
    for (let length = 0; length < whole.length; length += 1)
      expect(readOrientation(whole.subarray(0, length))).toBeNull();
  });

  it.each([21, 22, 23, 0x7fff_ffff, 0xffff_ffff])(
    'readOrientation returns null for a directory at or behind the end: %i',
    (directory) => {
      const bytes = tiff([[ORIENTATION, 7]], { directory });
      expect(bytes).toHaveLength(22);
      expect(readOrientation(bytes)).toBeNull();
    },
  );
});

describe('a JPEG', () => {
  const SOI = [0xff, 0xd8];
  const EOI = [0xff, 0xd9];
  const CODED = [1, 2, 3];
  const segment = (code: number, content: Bytes) => {
    const all = join(content);
    return join([0xff, code], big16(all.length + 2), all);
  };
  const frame = ({ code = 0xc0, precision = 8, width = 2, height = 2, components = 1, more = 0 } = {}) =>
    segment(
      code,
      join([precision], big16(height), big16(width), [components], zeros(Math.max(0, 3 * components + more))),
    );
  const scan = (coded: Bytes = CODED) => join(segment(0xda, [1, 1, 0, 0, 63, 0]), coded);
  const jpeg = (...pieces: readonly Bytes[]) => join(SOI, ...pieces, EOI);
  const plain = jpeg(frame(), scan());
  const comment = segment(0xfe, 'SECRET');
  const jfif = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0');

  const stays = (file: Uint8Array) => expect(sanitizeJpeg(file)).toBe(file);
  const becomes = (file: Uint8Array, kept: Uint8Array) => expect(sanitizeJpeg(file)).toEqual(kept);
  const isRefused = (file: Uint8Array) => expect(typeof sanitizeJpeg(file)).toBe('string');

  it.each([
    ['baseline', frame({ code: 0xc0 })],
    ['extended', frame({ code: 0xc1 })],
    ['progressive', frame({ code: 0xc2 })],
    ['in three colours', frame({ components: 3 })],
    ['in four colours', frame({ components: 4 })],
    ['of the widest side', frame({ width: 16_384 })],
    ['of the highest side', frame({ height: 16_384 })],
    ['of the most pixels', frame({ width: 10_000, height: 10_000 })],
  ])('a JPEG stays unchanged: %s', (_, shown) => {
    stays(jpeg(shown, scan()));
  });

  it.each([
    ['lossless', frame({ code: 0xc3 })],
    ['differential', frame({ code: 0xc5 })],
    ['arithmetic', frame({ code: 0xc9 })],
    ['of twelve bits', frame({ precision: 12 })],
    ['of no component', frame({ components: 0 })],
    ['of two components', frame({ components: 2 })],
    ['of five components', frame({ components: 5 })],
    ['of no width', frame({ width: 0 })],
    ['of no height', frame({ height: 0 })],
    ['too wide', frame({ width: 16_385 })],
    ['too high', frame({ height: 16_385 })],
    ['of too many pixels', frame({ width: 10_000, height: 10_001 })],
    ['with a frame one byte longer than its components', frame({ components: 3, more: 1 })],
    ['with a frame one byte shorter than its components', frame({ components: 3, more: -1 })],
    ['with an empty frame', segment(0xc0, [])],
  ])('a JPEG is refused: %s', (_, shown) => {
    isRefused(jpeg(shown, scan()));
  });

  it.each([
    ['no frame', jpeg(scan())],
    ['a frame behind its scan only', jpeg(scan(), frame())],
    ['two frames before its scan', jpeg(frame(), frame(), scan())],
    ['a second frame behind its scan', jpeg(frame(), scan(), frame())],
    ['no scan', jpeg(frame())],
    ['a scan of nothing', jpeg(frame(), scan([]))],
    ['no end', plain.subarray(0, -2)],
    ['half of an end', plain.subarray(0, -1)],
    ['an end only', jpeg()],
    ['a second beginning', jpeg(frame(), SOI, scan())],
    ['a restart outside of its scan', jpeg([0xff, 0xd0], frame(), scan())],
  ])('a JPEG is refused with %s', (_, file) => {
    isRefused(file);
  });

  it.each([
    ['a Huffman table', 0xc4],
    ['a quantisation table', 0xdb],
    ['an interval of restarts', 0xdd],
  ])('a JPEG keeps %s, before and between its scans', (_, code) => {
    stays(jpeg(segment(code, [0, 4]), frame(), scan(), segment(code, [0, 5]), scan()));
  });

  it.each([0xcc, 0xdc, 0xfe])('a JPEG loses segments that decoders ignore, before and after its scan: %i', (code) => {
    becomes(jpeg(segment(code, 'SECRET'), frame(), scan(), segment(code, 'SECRET')), plain);
  });

  const applications = Array.from({ length: 16 }, (_, index) => 0xe0 + index);
  it.each(applications)('a JPEG loses application data: %i', (code) => {
    becomes(jpeg(segment(code, 'SECRET, and more of it'), frame(), scan()), plain);
  });

  it.each([0x01, 0x02, 0xbf, 0xc8, 0xde, 0xdf, 0xf0, 0xf7, 0xfd])(
    'a JPEG is refused with any other segment: %i',
    (code) => {
      isRefused(jpeg(segment(code, 'SECRET'), frame(), scan()));
    },
  );

  it.each([
    ['JFIF', 0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0'],
    ['a colour profile', 0xe2, 'ICC_PROFILE\0\x01\x01profile'],
    ["Adobe's marker", 0xee, 'Adobe\0\x64\0\0\0\0\x02'],
  ])('a JPEG keeps %s in its own kind of segment only', (_, own, content) => {
    stays(jpeg(segment(own, content), frame(), scan()));
    for (const code of [...applications.filter((one) => one !== own), 0xfe])
      becomes(jpeg(segment(code, content), frame(), scan()), plain);
  });

  it('a JPEG keeps JFIF without its thumbnail, and gets a missing thumbnail size of zero', () => {
    const kept = jpeg(jfif, frame(), scan());
    becomes(jpeg(segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01RGB'), frame(), scan()), kept);
    becomes(jpeg(segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01'), frame(), scan()), kept);
  });

  it('a JPEG loses truncated JFIF', () => {
    becomes(jpeg(segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0'), frame(), scan()), plain);
  });

  it("a JPEG loses bytes after Adobe's marker in its segment", () => {
    const kept = jpeg(segment(0xee, 'Adobe\0\x64\0\0\0\0\x02'), frame(), scan());
    becomes(jpeg(segment(0xee, 'Adobe\0\x64\0\0\0\0\x02SECRET'), frame(), scan()), kept);
  });

  describe('a turned JPEG', () => {
    const exif = segment(
      0xe1,
      join(
        'Exif\0\0',
        tiff(
          [
            [MAKE, 5],
            [ORIENTATION, 6],
          ],
          { order: 'II' },
        ),
      ),
    );
    const turned = segment(0xe1, orientationSegment(6));

    it('a turned JPEG keeps its orientation and loses the rest of its EXIF', () => {
      becomes(jpeg(exif, frame(), scan()), jpeg(turned, frame(), scan()));
      becomes(jpeg(frame(), exif, scan()), jpeg(turned, frame(), scan()));
      stays(jpeg(turned, frame(), scan()));
    });

    it('a turned JPEG has its orientation after JFIF, which must be first', () => {
      const kept = jpeg(jfif, turned, frame(), scan());
      becomes(jpeg(exif, jfif, frame(), scan()), kept);
      becomes(jpeg(jfif, exif, frame(), scan()), kept);
      becomes(jpeg(comment, jfif, exif, frame(), scan()), kept);
      stays(kept);
    });

    it('a turned JPEG keeps the orientation of its first readable EXIF', () => {
      const other = segment(0xe1, orientationSegment(3));
      const xmp = segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0SECRET');
      becomes(jpeg(exif, other, frame(), scan()), jpeg(turned, frame(), scan()));
      becomes(jpeg(xmp, exif, frame(), scan()), jpeg(turned, frame(), scan()));
    });

    it.each([0xe0, 0xe2, 0xef, 0xfe])('a JPEG ignores an orientation in another segment: %i', (code) => {
      becomes(jpeg(segment(code, orientationSegment(6)), frame(), scan()), plain);
    });
  });

  it('a JPEG may have empty segments, and as many pieces as the limit', () => {
    const empty = segment(0xfe, []);
    const withComments = (count: number) => jpeg(Buffer.alloc(empty.length * count, empty), frame(), scan());
    becomes(withComments(9998), plain);
    isRefused(withComments(9999));
  });

  it.each([
    ['none', 0],
    ['less than itself', 1],
    ['more than the file has', 0xffff],
  ])('a JPEG is refused with a segment whose length is %s', (_, length) => {
    isRefused(jpeg([0xff, 0xfe], big16(length), frame(), scan()));
    isRefused(jpeg(frame(), scan(), [0xff, 0xfe], big16(length)));
    isRefused(jpeg(frame(), [0xff, 0xda], big16(length), CODED));
  });

  it('a truncated JPEG is refused, wherever it breaks off', () => {
    const whole = jpeg(jfif, segment(0xdb, [0, 4]), frame(), scan(), scan());
    for (let length = 2; length < whole.length; length += 1) isRefused(whole.subarray(0, length));
  });

  it('a JPEG loses stray bytes and fill bytes between its segments', () => {
    becomes(jpeg('stray', frame(), scan()), plain);
    becomes(jpeg([0xff, 0xff], frame(), scan()), plain);
    becomes(jpeg([0xff, 0x00, 7], frame(), scan()), plain);
  });

  it.each([0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7])('a JPEG keeps a restart marker in its scan: %i', (code) => {
    stays(jpeg(frame(), scan([1, 0xff, code, 2])));
  });

  it.each([
    ['a stuffed byte', [1, 0xff, 0, 2]],
    ['a stuffed byte first', [0xff, 0, 2]],
    ['a fill byte before a restart', [1, 0xff, 0xff, 0xd1, 2]],
    ['a fill byte at its end', [1, 2, 0xff]],
  ])('a JPEG keeps %s in its scan', (_, coded) => {
    stays(jpeg(frame(), scan(coded)));
  });

  it('a JPEG keeps several scans and loses comments between them', () => {
    const shown = frame({ code: 0xc2 });
    stays(jpeg(shown, scan(), scan([4, 5]), scan([6])));
    becomes(
      jpeg(shown, scan(), comment, scan([4, 5]), comment, scan([6])),
      jpeg(shown, scan(), scan([4, 5]), scan([6])),
    );
  });

  it.each([
    ['a beginning', SOI],
    ['an unknown marker', [0xff, 0x01, 0, 2]],
    ['the marker behind the last restart', [0xff, 0xd8, 0, 2]],
    ['another frame', frame()],
  ])('a JPEG is refused with %s in its scan', (_, inside) => {
    isRefused(jpeg(frame(), scan(join(CODED, inside, CODED))));
  });

  it('a JPEG ends at its first end marker', () => {
    becomes(join(plain, 'SECRET'), plain);
    becomes(join(plain, plain), plain);
    becomes(join(plain, [0xff]), plain);
    becomes(join(plain, comment, EOI), plain);
  });
});

describe('a PNG', () => {
  const SIGNATURE = '\x89PNG\r\n\x1a\n';
  const chunk = (type: string, content: Bytes = []) => {
    const [body, { length }] = [join(type, content), join(content)];
    return join(big32(length), body, big32(crc32(body)));
  };
  const damaged = (part: Uint8Array) => join(part.subarray(0, -1), [(part.at(-1) ?? 0) ^ 1]);
  const headerOf = ({
    width = 2,
    height = 2,
    depth = 8,
    colour = 2,
    compression = 0,
    filter = 0,
    interlace = 0,
  } = {}) => join(big32(width), big32(height), [depth, colour, compression, filter, interlace]);
  const header = (values: Parameters<typeof headerOf>[0] = {}) => chunk('IHDR', headerOf(values));
  const data = chunk('IDAT', [1, 2, 3]);
  const end = chunk('IEND');
  const png = (...chunks: readonly Uint8Array[]) => join(SIGNATURE, ...chunks);
  const plain = png(header(), data, end);

  const stays = (file: Uint8Array) => expect(sanitizePng(file)).toBe(file);
  const becomes = (file: Uint8Array, kept: Uint8Array) => expect(sanitizePng(file)).toEqual(kept);
  const isRefused = (file: Uint8Array) => expect(typeof sanitizePng(file)).toBe('string');

  const DEPTHS = [1, 2, 4, 8, 16];
  const ALLOWED: Record<number, number[]> = { 0: DEPTHS, 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 255])('a PNG of colour type %i has one of its bit depths', (colour) => {
    const palette = colour === 3 ? [chunk('PLTE', zeros(6))] : [];
    for (const depth of [0, 3, 32, ...DEPTHS]) {
      const file = png(header({ colour, depth }), ...palette, data, end);
      if (ALLOWED[colour]?.includes(depth)) stays(file);
      else isRefused(file);
    }
  });

  it.each([
    ['one pixel', { width: 1, height: 1 }],
    ['the widest side', { width: 16_384 }],
    ['the highest side', { height: 16_384 }],
    ['the most pixels', { width: 10_000, height: 10_000 }],
    ['interlaced rows', { interlace: 1 }],
  ])('a PNG stays unchanged with %s', (_, values) => {
    stays(png(header(values), data, end));
  });

  it.each([
    ['no width', { width: 0 }],
    ['no height', { height: 0 }],
    ['a side too wide', { width: 16_385 }],
    ['a side too high', { height: 16_385 }],
    ['too many pixels', { width: 10_000, height: 10_001 }],
    ['the largest number as its width', { width: 0xffff_ffff }],
    ['another compression', { compression: 1 }],
    ['another filter', { filter: 1 }],
    ['another way of interlacing', { interlace: 2 }],
  ])('a PNG is refused with %s', (_, values) => {
    isRefused(png(header(values), data, end));
  });

  it.each([
    ['no header', png(data, end)],
    ['a header too short', png(chunk('IHDR', headerOf().subarray(0, 12)), data, end)],
    ['a header too long', png(chunk('IHDR', join(headerOf(), [0])), data, end)],
    ['another chunk before its header', png(chunk('tEXt', 'a'), header(), data, end)],
    ['another chunk like a header before it', png(chunk('tEXt', headerOf()), header(), data, end)],
    ['two headers', png(header(), header(), data, end)],
    ['two palettes', png(header(), chunk('PLTE', zeros(3)), chunk('PLTE', zeros(3)), data, end)],
    ['a palette of 257 colours', png(header(), chunk('PLTE', zeros(771)), data, end)],
    ['a palette of half a colour', png(header(), chunk('PLTE', zeros(4)), data, end)],
    ['no data', png(header(), end)],
    ['empty data', png(header(), chunk('IDAT'), end)],
    ['data behind its end only', png(header(), end, data, end)],
    ['an end that holds something', png(header(), data, chunk('IEND', 'SECRET'))],
    ['no end', png(header(), data)],
    ['nothing', png()],
    ['a damaged header', png(damaged(header()), data, end)],
    ['a damaged palette', png(header(), damaged(chunk('PLTE', zeros(3))), data, end)],
    ['damaged data', png(header(), damaged(data), end)],
    ['a damaged end', png(header(), data, damaged(end))],
    ['a chunk longer than the file', png(header(), join(big32(0xffff_ffff), 'tEXt'), data, end)],
    ['a chunk one byte longer than the file', png(header(), data, join(big32(13), 'tEXt', end))],
    ['an end longer than the file', png(header(), data, join(big32(1), end.subarray(4)))],
  ])('a PNG is refused with %s', (_, file) => {
    isRefused(file);
  });

  it.each(['ABCD', 'JDAT', 'CgBI', 'IDAt', '1234', 'tEX1', 't\0\0\0', 'tE t', '\xe4EXt', 'tEX\xe4', 'tE1t', 't[Xt'])(
    'a PNG is refused with an unknown critical chunk or one without a name: %j',
    (type) => {
      isRefused(png(header(), chunk(type, 'SECRET'), data, end));
    },
  );

  it('a PNG stays unchanged with the largest palette, and with its data in many parts, some empty', () => {
    stays(png(header({ colour: 3 }), chunk('PLTE', zeros(768)), chunk('IDAT'), data, data, chunk('IDAT'), end));
  });

  const LOOK = Object.entries({
    ...{ tRNS: 256, cHRM: 32, gAMA: 4, sBIT: 4, sRGB: 1, cICP: 4, mDCV: 24, mDCv: 24 },
    ...{ cLLI: 8, cLLi: 8, bKGD: 6, hIST: 512, pHYs: 9 },
  });
  it.each(LOOK)('a PNG keeps the chunk %s, which changes its look, up to %d bytes', (type, longest) => {
    stays(png(header(), chunk(type, zeros(longest)), data, end));
    becomes(png(header(), chunk(type, zeros(longest + 1)), data, end), plain);
  });

  it('a PNG keeps a colour profile of any length', () => {
    stays(png(header(), chunk('iCCP', zeros(100_000)), data, end));
  });

  it.each(['gAMA', 'iCCP', 'eXIf'])('a PNG keeps the first chunk %s only', (type) => {
    const first = type === 'eXIf' ? chunk(type, orientationOnly(6)) : chunk(type, zeros(4));
    const second = type === 'eXIf' ? chunk(type, orientationOnly(3)) : chunk(type, [1, 2, 3, 4]);
    becomes(png(header(), first, second, data, second, end), png(header(), first, data, end));
  });

  it.each('tEXt zTXt iTXt tIME eXIf sPLT acTL fcTL fdAT caBX vpAg zZZz'.split(' '))('a PNG loses %s', (type) => {
    becomes(png(header(), chunk(type, 'SECRET'), data, chunk(type, 'SECRET'), end), plain);
  });

  describe('an animated PNG', () => {
    const control = chunk('acTL', join(big32(1), big32(0)));
    const frame = (sequence: number) => chunk('fcTL', join(big32(sequence), zeros(22)));
    const more = chunk('fdAT', join(big32(1), [4, 5, 6]));

    it('an animated PNG becomes its first frame, and a PNG without frames stays a still picture', () => {
      for (const file of [
        png(header(), control, frame(0), data, frame(1), more, end),
        png(header(), frame(0), control, data, more, end),
        png(header(), data, control, frame(0), more, end),
        png(header(), control, data, end),
        png(header(), damaged(control), data, frame(0), more, end),
      ])
        becomes(file, plain);
    });

    it('an animated PNG is refused when its first frame is another picture', () => {
      expect(sanitizePng(png(header(), control, data, frame(0), more, end))).toBe('file_animated');
      expect(sanitizePng(png(header(), control, chunk('tEXt', 'a'), data, data, frame(0), more, end))).toBe(
        'file_animated',
      );
    });

    it('a truncated animated PNG is incomplete', () => {
      expect(sanitizePng(png(header(), control, data, frame(0), more))).toBe('file_incomplete');
    });
  });

  it('a PNG loses a damaged chunk that would be removed anyway', () => {
    becomes(png(header(), damaged(chunk('tEXt', 'SECRET')), data, end), plain);
  });

  it('a PNG keeps its orientation, and nothing else of its EXIF', () => {
    const exif = chunk(
      'eXIf',
      tiff(
        [
          [MAKE, 5],
          [ORIENTATION, 6],
        ],
        { order: 'II' },
      ),
    );
    const turned = chunk('eXIf', orientationOnly(6));
    becomes(png(header(), exif, data, end), png(header(), turned, data, end));
    becomes(png(header(), data, exif, end), png(header(), data, turned, end));
    stays(png(header(), turned, data, end));
    becomes(png(header(), chunk('eXIf', orientationOnly(1)), data, end), plain);
  });

  it.each(['tEXt', 'zTXt', 'exIf'])('a PNG ignores an orientation in another chunk: %s', (type) => {
    becomes(png(header(), chunk(type, orientationOnly(6)), data, end), plain);
  });

  it('a PNG may have as many pieces as the limit', () => {
    const empty = chunk('tEXt');
    const withTexts = (count: number) =>
      png(header(), new Uint8Array(Buffer.alloc(empty.length * count, empty)), data, end);
    becomes(withTexts(9997), plain);
    isRefused(withTexts(9998));
  });

  it('a truncated PNG is refused, wherever it breaks off', () => {
    for (let length = 8; length < plain.length; length += 1) isRefused(plain.subarray(0, length));
  });

  it('a PNG ends at its first end chunk', () => {
    becomes(join(plain, 'SECRET'), plain);
    becomes(join(plain, data, end), plain);
    becomes(join(plain, [0]), plain);
  });
});

describe('a WebP', () => {
  const chunk = (type: string, content: Bytes, length = join(content).length) =>
    join(type, little32(length), content, zeros(length % 2));
  const webp = (...chunks: readonly Uint8Array[]) => {
    const body = join(...chunks);
    return join('RIFF', little32(body.length + 4), 'WEBP', body);
  };
  const CODED = [1, 2, 3, 4];
  const lossyOf = ({ width = 2, height = 2, firstPart = 4, inter = 0, start = '\x9d\x01\x2a', coded = CODED } = {}) =>
    join(little32((firstPart << 5) | inter).slice(0, 3), start, little16(width), little16(height), coded);
  const losslessOf = ({ width = 2, height = 2, version = 0, signature = 0x2f, coded = CODED } = {}) =>
    join([signature], little32(((width - 1) | ((height - 1) << 14) | (version << 29)) >>> 0), coded);
  const extendedOf = ({ flags = 0, width = 2, height = 2 } = {}) =>
    join([flags, 0, 0, 0], little32(width - 1).slice(0, 3), little32(height - 1).slice(0, 3));
  const lossy = (values: Parameters<typeof lossyOf>[0] = {}) => chunk('VP8 ', lossyOf(values));
  const lossless = (values: Parameters<typeof losslessOf>[0] = {}) => chunk('VP8L', losslessOf(values));
  const extended = (values: Parameters<typeof extendedOf>[0] = {}) => chunk('VP8X', extendedOf(values));
  const [PROFILE, ALPHA, EXIF, XMP, MOVES] = [0x20, 0x10, 0x08, 0x04, 0x02];

  const stays = (file: Uint8Array) => expect(sanitizeWebp(file)).toBe(file);
  const becomes = (file: Uint8Array, kept: Uint8Array) => expect(sanitizeWebp(file)).toEqual(kept);
  const isRefused = (file: Uint8Array) => expect(typeof sanitizeWebp(file)).toBe('string');

  it.each([
    ['lossy', lossy()],
    ['lossless', lossless()],
    ['lossy, of the widest side', lossy({ width: 16_383 })],
    ['lossy, of the highest side', lossy({ height: 16_383 })],
    ['lossy, of one pixel', lossy({ width: 1, height: 1 })],
    ['lossy, to be enlarged', lossy({ width: 0x4002, height: 0xc002 })],
    ['lossy, with more behind its first part', lossy({ firstPart: 3 })],
    ['lossy, with data of odd length', lossy({ coded: [1, 2, 3, 4, 5] })],
    ['lossless, of the widest side', lossless({ width: 16_384 })],
    ['lossless, of the highest side', lossless({ height: 16_384 })],
    ['lossless, of the most pixels', lossless({ width: 10_000, height: 10_000 })],
    ['lossless, of one pixel and one byte', lossless({ width: 1, height: 1, coded: [0] })],
  ])('a WebP stays unchanged: %s', (_, picture) => {
    stays(webp(picture));
  });

  it.each([
    ['lossy, of no width', lossy({ width: 0 })],
    ['lossy, of no height', lossy({ height: 0 })],
    ['lossy, of too many pixels', lossy({ width: 10_000, height: 10_001 })],
    ['lossy, not a key frame', lossy({ inter: 1 })],
    ['lossy, without its start code', lossy({ start: '\x9d\x01\x2b' })],
    ['lossy, its first part cut by one byte', lossy({ firstPart: 5 })],
    ['lossy, its first part cut by many bytes', lossy({ firstPart: 0x7_0000 })],
    ['lossless, of too many pixels', lossless({ width: 10_000, height: 10_001 })],
    ['lossless, of another version', lossless({ version: 1 })],
    ['lossless, of the last version', lossless({ version: 7 })],
    ['lossless, with another signature', lossless({ signature: 0x2e })],
    ['no picture', extended()],
    ['nothing', zeros(0)],
  ])('a WebP is refused: %s', (_, picture) => {
    isRefused(webp(picture));
  });

  it('a WebP with a truncated picture header is refused', () => {
    for (let length = 0; length <= 5; length += 1) isRefused(webp(chunk('VP8L', losslessOf().subarray(0, length))));
    for (let length = 0; length < 10; length += 1)
      isRefused(webp(chunk('VP8 ', lossyOf({ firstPart: 0 }).subarray(0, length))));
  });

  it.each([
    ['of another width', extended({ width: 3 })],
    ['of another height', extended({ height: 3 })],
    ['of the largest size', extended({ width: 0x100_0000, height: 0x100_0000 })],
    ['that moves', extended({ flags: MOVES })],
    ['one byte too short', chunk('VP8X', extendedOf().subarray(0, 9))],
    ['one byte too long', chunk('VP8X', join(extendedOf(), [0]))],
    ['without content', chunk('VP8X', [])],
  ])('a WebP is refused on a canvas %s', (_, canvas) => {
    isRefused(webp(canvas, lossy()));
  });

  it('a WebP keeps its profile and the transparency of a lossy picture, whatever their lengths', () => {
    const all = [chunk('ICCP', 'profile'), chunk('ALPH', 'alpha')];
    stays(webp(extended({ flags: PROFILE | ALPHA }), ...all, lossy()));
    stays(webp(extended({ flags: PROFILE | ALPHA }), chunk('ICCP', 'profil'), chunk('ALPH', 'alph'), lossy()));
  });

  it('a lossless WebP loses a separate transparency and keeps its transparency flag', () => {
    becomes(
      webp(extended({ flags: ALPHA }), chunk('ALPH', 'SECRET'), lossless()),
      webp(extended({ flags: ALPHA }), lossless()),
    );
  });

  it('a WebP loses profile and transparency in the wrong place', () => {
    becomes(webp(chunk('ICCP', 'profile'), chunk('ALPH', 'alpha'), lossy()), webp(lossy()));
  });

  it('a WebP has flags for what it contains', () => {
    becomes(webp(extended({ flags: PROFILE | EXIF | XMP | 0xc1 }), lossy()), webp(extended(), lossy()));
    becomes(
      webp(extended(), chunk('ICCP', 'profile'), lossy()),
      webp(extended({ flags: PROFILE }), chunk('ICCP', 'profile'), lossy()),
    );
    const canvas = chunk('VP8X', join([0, 7, 7, 7], extendedOf().subarray(4)));
    becomes(webp(canvas, lossy()), webp(extended(), lossy()));
  });

  it('a WebP keeps its orientation, and nothing else of its EXIF', () => {
    const exif = tiff(
      [
        [MAKE, 5],
        [ORIENTATION, 6],
      ],
      { order: 'II' },
    );
    const turned = webp(extended({ flags: EXIF }), lossy(), chunk('EXIF', orientationOnly(6)));
    becomes(webp(extended({ flags: EXIF }), lossy(), chunk('EXIF', exif)), turned);
    becomes(webp(extended(), lossy(), chunk('EXIF', join('Exif\0\0', exif))), turned);
    stays(turned);
    becomes(webp(extended({ flags: EXIF }), lossy(), chunk('EXIF', orientationOnly(1))), webp(extended(), lossy()));
    becomes(webp(lossy(), chunk('EXIF', exif)), webp(lossy()));
  });

  it.each(['XMP ', 'ANIM', 'ANMF', 'FRGM', 'SECR', 'vp8 '])('a WebP loses %j', (type) => {
    becomes(webp(extended(), chunk(type, 'SECRET'), lossy(), chunk(type, 'SECRET!')), webp(extended(), lossy()));
  });

  it('a WebP keeps the first of each part, and one picture', () => {
    becomes(webp(lossy(), lossy({ width: 3 })), webp(lossy()));
    becomes(webp(lossy(), lossless()), webp(lossy()));
    becomes(webp(lossless(), lossy()), webp(lossy()));
  });

  it('a WebP gets a missing last padding byte', () => {
    const whole = webp(lossy({ coded: [1, 2, 3, 4, 5] }));
    const without = join('RIFF', little32(whole.length - 9), whole.subarray(8, -1));
    becomes(without, whole);
  });

  it('a WebP is refused when its container is longer than the file, or the file is truncated', () => {
    const whole = webp(extended(), lossy());
    for (let length = 0; length < whole.length; length += 1) isRefused(whole.subarray(0, length));
    isRefused(join('RIFF', little32(0xffff_ffff), whole.subarray(8)));
  });

  it.each([1, 2, 8, 15, 16, 17, 0xffff_ffff])(
    'a WebP is refused with a chunk %i bytes longer than its container',
    (more) => {
      isRefused(webp(lossy(), join('SECR', little32(more))));
      isRefused(join(webp(lossy(), join('SECR', little32(more))), zeros(32)));
    },
  );

  it('a WebP loses bytes after its end, and a rest too short for a chunk', () => {
    becomes(join(webp(lossy()), 'SECRET'), webp(lossy()));
    becomes(join(webp(lossy()), lossless()), webp(lossy()));
    becomes(webp(lossy(), join('SECR', [0, 0, 0])), webp(lossy()));
  });
});
