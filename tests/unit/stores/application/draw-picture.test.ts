import { describe, expect, it } from 'vitest';
import { drawnSize } from '../../../../src/stores/application/draw-picture.ts';

const TARGET = 9_000_000;

describe('drawnSize', () => {
  it.each([
    ['a screenshot of 1080 × 20000', 1080, 20_000, { width: 885, height: 16_384 }],
    ['the same lying', 20_000, 1080, { width: 16_384, height: 885 }],
    ['a picture that fits', 3000, 2000, { width: 3000, height: 2000 }],
    ['the smallest', 1, 1, { width: 1, height: 1 }],
  ])('drawnSize is as large as the host stores: %s', (_, width, height, size) => {
    expect(drawnSize({ width, height })).toEqual(size);
  });

  it.each([
    ['a photo of 12 megapixels', 4000, 3000, { width: 3464, height: 2598 }],
    ['a screenshot, whose short side stays readable', 1080, 15_000, { width: 880, height: 12_222 }],
    ['a longer one', 1080, 20_000, { width: 880, height: 16_296 }],
    ['a picture of fewer pixels', 800, 11_000, { width: 800, height: 11_000 }],
  ])('drawnSize is scaled to a number of pixels: %s', (_, width, height, size) => {
    expect(drawnSize({ width, height }, TARGET)).toEqual(size);
  });

  it('drawnSize is within the limits of the host and of Safari', () => {
    for (const [width, height] of [
      [16_384, 16_384],
      [20_000, 15_000],
      [1100, 20_400],
      [976, 16_384],
      [65_535, 65_535],
    ] as const) {
      const size = drawnSize({ width, height });
      expect(Math.max(size?.width ?? 0, size?.height ?? 0)).toBeLessThanOrEqual(16_384);
      expect((size?.width ?? 0) * (size?.height ?? 0)).toBeLessThanOrEqual(4096 * 4096);
    }
  });

  it.each([
    [1000, 20_000],
    [20_000, 1000],
    [300, 16_385],
    [1, 65_535],
  ])('drawnSize is null for a picture that would become unreadable: %i × %i', (width, height) => {
    expect(drawnSize({ width, height })).toBeNull();
    expect(drawnSize({ width, height }, TARGET)).toBeNull();
  });

  it('drawnSize keeps 880 pixels of the short side, or all of a shorter one, at any length', () => {
    for (let short = 1; short <= 4000; short += 37)
      for (let long = short; long <= 16_384; long += 311) {
        const size = drawnSize({ width: short, height: long }, TARGET);
        expect(size?.width, `${short} × ${long}`).toBeGreaterThanOrEqual(Math.min(short, 880));
      }
  });
});
