/** The reader's worker: one file with the weights, since its policy allows no request (domain/security/headers.ts). */
import { cutOut } from './cut-out.ts';
import { unpack } from './network.ts';
import { isPdf, pictureInPdf } from './pdf-picture.ts';
import { type Grey, greyOf } from './pixels.ts';
import type { ReadOutcome, ReadReport, ReadRequest } from './read-outcome.ts';
import { readZone } from './read-zone.ts';
import { WEIGHTS } from './weights.ts';

/** Pixels of the longer side; more only cost time. */
const MAX_SIDE = 3000;
/** Shares of the progress: opening the picture, and reading it. */
const OPEN_SHARE = 0.3;

const report = (message: ReadReport) => self.postMessage(message);

self.addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
  report({ outcome: await read(data) });
});

async function read({ picture, today }: ReadRequest): Promise<ReadOutcome> {
  const grey = await open(picture);
  if (!grey) return { result: 'unreadable' };
  report({ done: OPEN_SHARE });
  const onProgress = (share: number) => report({ done: OPEN_SHARE + (1 - OPEN_SHARE) * share });
  const outcome = readZone(grey, { network: unpack(WEIGHTS), today, onProgress });
  if (outcome.result !== 'read') return outcome;
  return { result: 'read', reading: outcome.reading, lines: await pngOf(cutOut(grey, outcome.grid)) };
}

async function open(file: Blob): Promise<Grey | null> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  const jpeg = isPdf(head) ? pictureInPdf(new Uint8Array(await file.arrayBuffer())) : file;
  if (!jpeg) return null;
  const bitmap = await createImageBitmap(jpeg instanceof Blob ? jpeg : new Blob([jpeg], { type: 'image/jpeg' })).catch(
    () => null,
  );
  if (!bitmap) return null;
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context && greyOf(context.getImageData(0, 0, width, height).data, width, height);
}

async function pngOf({ width, height, data }: Grey): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const rgba = new Uint8ClampedArray(data.length * 4).fill(255);
  for (const [index, value] of data.entries()) rgba.fill(value, index * 4, index * 4 + 3);
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
