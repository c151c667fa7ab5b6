import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  cropPicture,
  croppedSize,
  isPhotoShaped,
  largestZoom,
  PHOTO_RATIO,
  pictureSize,
} from '../../../../src/stores/application/draw-picture.ts';
import { returnsPixels } from '../../../../src/stores/browser/pixel-readback.ts';

// Node has no canvas; tests/e2e shows it in browsers.
vi.mock('../../../../src/stores/browser/pixel-readback.ts', () => ({ returnsPixels: vi.fn(async () => true) }));

const photo = { name: 'me.PNG', size: 3, type: 'image/png' as const, blob: new Blob(['abc']) };
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('cropping a photo', () => {
  it.each([
    [413, 531, true],
    [350, 450, true],
    [700, 900, true],
    [700, 890, true],
    [700, 880, false],
    [700, 925, false],
    [1000, 700, false],
    [600, 600, false],
  ])('isPhotoShaped of %i × %i is %s', (width, height, fits) => {
    expect(isPhotoShaped({ width, height })).toBe(fits);
  });

  it('largestZoom keeps at least 413 pixels and is at most four', () => {
    expect(largestZoom({ width: 826, height: 1062 })).toBeCloseTo(2, 2);
    expect(largestZoom({ width: 1000, height: 531 })).toBeCloseTo(1, 2);
    expect(largestZoom({ width: 300, height: 300 })).toBe(1);
    expect(largestZoom({ width: 6000, height: 8000 })).toBe(4);
  });

  it('croppedSize keeps the pixels up to 1050 across, in the ratio 35 : 45', () => {
    expect(croppedSize({ width: 413.2, height: 531.3 })).toEqual({ width: 413, height: 531 });
    expect(croppedSize({ width: 200, height: 257 })).toEqual({ width: 200, height: 257 });
    expect(croppedSize({ width: 3000, height: 3857 })).toEqual({ width: 1050, height: 1350 });
    const { width, height } = croppedSize({ width: 777, height: 999 });
    expect(Math.abs(width / height - PHOTO_RATIO)).toBeLessThan(0.001);
  });

  it('cropPicture draws the part upright as a JPEG named after the photo', async () => {
    const drawn: unknown[] = [];
    const closed: string[] = [];
    vi.stubGlobal('createImageBitmap', async (_: Blob, options: unknown) => {
      drawn.push(options);
      return { width: 1000, height: 1000, close: () => closed.push('closed') };
    });
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        readonly width: number;
        readonly height: number;
        constructor(width: number, height: number) {
          [this.width, this.height] = [width, height];
          drawn.push([width, height]);
        }
        getContext() {
          return {
            canvas: this,
            fillRect: () => undefined,
            drawImage: (_: unknown, ...at: number[]) => drawn.push(at),
          };
        }
        convertToBlob({ type }: { type: string }) {
          return Promise.resolve(new Blob(['jpeg'], { type }));
        }
      },
    );
    const cut = await cropPicture(photo, { x: 10, y: 20, width: 490, height: 630 });
    expect(cut).toMatchObject({ name: 'me.jpg', size: 4, type: 'image/jpeg' });
    expect(drawn).toEqual([{ imageOrientation: 'from-image' }, [490, 630], [10, 20, 490, 630, 0, 0, 490, 630]]);
    expect(closed).toEqual(['closed']);
  });

  it('cropPicture draws nothing where the browser hides pixels', async () => {
    vi.mocked(returnsPixels).mockResolvedValueOnce(false);
    expect(await cropPicture(photo, { x: 0, y: 0, width: 1, height: 1 })).toBe('hidden');
  });

  it('cropPicture and pictureSize fail for a picture that the browser cannot decode', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('broken', 'InvalidStateError')));
    expect(await cropPicture(photo, { x: 0, y: 0, width: 1, height: 1 })).toBe('failed');
    expect(await pictureSize(photo.blob)).toBeNull();
  });
});
