/** Files as people bring them to a field: dropped, pasted, in other formats, and pictures of any size. */
import type { Page } from 'playwright/test';
import { box } from './form.ts';

/** The first bytes of a phone's HEIC photo (ISO/IEC 23008-12), without a picture. */
export const HEIC = Buffer.concat([
  Buffer.from('\0\0\0\x28ftypheic\0\0\0\0mif1MiHBMiPrmiafheictmap', 'latin1'),
  Buffer.alloc(4000, 7),
]);

/** Chooses bytes as a file. */
export const chooseBytes = (page: Page, name: string, file: { name: string; bytes: Buffer; type?: string }) =>
  box(page, name).setInputFiles({ name: file.name, mimeType: file.type ?? '', buffer: file.bytes });

/** Drops a picture of the given size that the browser draws, with lines of text. */
export async function dropDrawing(
  page: Page,
  name: string,
  { width, height, file, noise = 0 }: { width: number; height: number; file: string; noise?: number },
): Promise<void> {
  const data = await page.evaluateHandle(
    async ({ width, height, file, noise }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.fillStyle = '#e8eef8';
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#000';
      context.font = '32px sans-serif';
      for (let y = 60; y < height; y += 600) context.fillText(`Payment of line ${y}`, 30, y);
      // Random pixels cannot be compressed.
      const speckled = context.getImageData(0, 0, noise || 1, noise || 1);
      for (let at = 0; at < speckled.data.length; at += 65_536)
        crypto.getRandomValues(speckled.data.subarray(at, at + 65_536));
      if (noise) context.putImageData(speckled, 0, 0);
      const type = file.endsWith('.png') ? 'image/png' : 'image/jpeg';
      const transfer = new DataTransfer();
      transfer.items.add(new File([await canvas.convertToBlob({ type, quality: 0.6 })], file, { type }));
      return transfer;
    },
    { width, height, file, noise },
  );
  await box(page, name).dispatchEvent('drop', { dataTransfer: data });
}

/**
 * Stands in for Safari's HEIC decoder, which no browser here has: {@link HEIC} is decoded to a picture of the given size. The
 * rest of the conversion is the browser's own.
 */
export const decodeHeic = (page: Page, size: { width: number; height: number }) =>
  page.addInitScript(({ width, height }) => {
    const decode = globalThis.createImageBitmap.bind(globalThis);
    Object.assign(globalThis, {
      createImageBitmap: async (picture: ImageBitmapSource, options: ImageBitmapOptions) => {
        const isHeic = picture instanceof Blob && (await picture.slice(4, 12).text()) === 'ftypheic';
        return decode(isHeic ? new ImageData(width, height) : picture, options);
      },
    });
  }, size);
