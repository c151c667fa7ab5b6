import { describe, expect, it } from 'vitest';
import { concat } from '../../../src/domain/files/bytes.ts';
import { readOrientation } from '../../../src/domain/files/picture.ts';
import { DOCUMENT_TYPES } from '../../../src/domain/input/files.ts';
import { checkFile } from '../../fixtures/check-file.ts';
import { SAMPLES } from './support/samples.ts';

const strip = (bytes: Uint8Array) => {
  const checked = checkFile(bytes, DOCUMENT_TYPES);
  return checked.ok ? checked.bytes : null;
};
const text = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('latin1');
const bytes = (latin1: string) => new Uint8Array(Buffer.from(latin1, 'latin1'));
/** The picture data: everything from the first scan on. */
const scan = (jpeg: string) => jpeg.slice(jpeg.indexOf('\xff\xda'));
const exifOf = (jpeg: string) => bytes(jpeg.slice(jpeg.indexOf('Exif\0\0'), jpeg.indexOf('Exif\0\0') + 40));

/** A segment of a JPEG. */
const segment = (marker: number, content: string) =>
  concat([Uint8Array.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff), bytes(content)]);
/** The clean photo with extra segments after its first marker. */
const withSegments = (...segments: Uint8Array[]) =>
  concat([SAMPLES.photoClean.bytes.subarray(0, 2), ...segments, SAMPLES.photoClean.bytes.subarray(2)]);

describe('a stored JPEG', () => {
  it('a JPEG loses EXIF and GPS and keeps its colour profile and picture bytes', async () => {
    const before = text(SAMPLES.photo.bytes);
    const after = text(strip(SAMPLES.photo.bytes));
    expect(before).toContain('Example');
    expect(after).not.toMatch(/Exif|Example|fixture/);
    expect(after).toContain('ICC_PROFILE');
    expect(scan(after)).toBe(scan(before));
  });

  it('a JPEG keeps its orientation, and nothing else of its EXIF', async () => {
    const after = text(strip(SAMPLES.photoTurned.bytes));
    expect(readOrientation(exifOf(after))).toBe(6);
    expect(after).not.toMatch(/Example|fixture|2026:01:02/);
    expect(after.match(/Exif/g)).toHaveLength(1);
    expect(scan(after)).toBe(scan(text(SAMPLES.photoTurned.bytes)));
  });

  it.each([
    ['XMP', 0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>SECRET</x:xmpmeta>'],
    ['Photoshop data', 0xed, 'Photoshop 3.0\x008BIM SECRET'],
    ['a comment', 0xfe, 'SECRET'],
    ['a thumbnail', 0xe0, 'JFXX\0SECRET'],
    ['further pictures', 0xe2, 'MPF\0SECRET'],
    ["a maker's data", 0xe7, 'SECRET'],
  ])('a JPEG loses %s', async (_, marker, content) => {
    const stripped = strip(withSegments(segment(marker, content)));
    expect(stripped).toEqual(SAMPLES.photoClean.bytes);
  });

  it("a JPEG keeps Adobe's colour marker", async () => {
    const file = withSegments(segment(0xee, 'Adobe\0\x64\0\0\0\0\x02'));
    expect(strip(file)).toBe(file);
  });

  it('a JPEG loses bytes after its end', async () => {
    expect(strip(concat([SAMPLES.photoClean.bytes, bytes('a video with a place in it')]))).toEqual(
      SAMPLES.photoClean.bytes,
    );
  });

  it('a JPEG that ends before its picture is refused', async () => {
    expect(strip(SAMPLES.photo.bytes.slice(0, 300))).toBeNull();
    expect(strip(SAMPLES.photo.bytes.slice(0, -20))).toBeNull();
    expect(strip(bytes('\xff\xd8\xff'))).toBeNull();
  });
});

describe('a stored PNG', async () => {
  const chunk = (type: string, content: string) =>
    concat([Uint8Array.of(0, 0, 0, content.length), bytes(type), bytes(content), Uint8Array.of(1, 2, 3, 4)]);
  const clean = strip(SAMPLES.passportPng.bytes) ?? new Uint8Array();
  const end = clean.length - 12;

  it('a PNG loses EXIF and keeps its picture', async () => {
    expect(text(SAMPLES.passportPng.bytes)).toContain('eXIf');
    expect(text(clean)).not.toMatch(/eXIf|Example/);
    const picture = (png: string) => png.slice(png.indexOf('IDAT'));
    expect(picture(text(clean))).toBe(picture(text(SAMPLES.passportPng.bytes)));
  });

  it.each(['tEXt', 'iTXt', 'zTXt', 'tIME', 'caBX'])('a PNG loses %s', async (type) => {
    expect(strip(concat([clean.subarray(0, end), chunk(type, 'SECRET'), clean.subarray(end)]))).toEqual(clean);
  });

  it('a PNG loses bytes after its end, and is unchanged without metadata', async () => {
    expect(strip(concat([clean, bytes('SECRET')]))).toEqual(clean);
    expect(strip(clean)).toBe(clean);
  });

  it('a truncated PNG is refused', async () => {
    expect(strip(clean.slice(0, 100))).toBeNull();
  });
});

describe('a stored WebP', async () => {
  const clean = strip(SAMPLES.photoWebp.bytes) ?? new Uint8Array();

  it('a WebP loses EXIF and its flag, and keeps its picture with the right length', async () => {
    expect(text(SAMPLES.photoWebp.bytes)).toContain('EXIF');
    expect(text(clean)).not.toMatch(/EXIF|Example/);
    const view = new DataView(clean.buffer, clean.byteOffset);
    expect(view.getUint32(4, true)).toBe(clean.length - 8);
    expect((clean[20] ?? 0) & 0x0c).toBe(0);
    expect(text(SAMPLES.photoWebp.bytes)).toContain(text(clean).slice(text(clean).indexOf('VP8 ')));
  });

  it('a WebP is unchanged without metadata, and refused when truncated', async () => {
    expect(strip(clean)).toBe(clean);
    expect(strip(clean.slice(0, 50))).toBeNull();
  });
});

it('a PDF is stored unchanged', async () => {
  expect(strip(SAMPLES.bank.bytes)).toBe(SAMPLES.bank.bytes);
});
