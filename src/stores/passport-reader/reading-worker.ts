/** What both workers of the reader have in common; they open the scan in different ways. */
import { returnsPixels } from '../browser/pixel-readback.ts';
import { characterNetwork } from './network.ts';
import { type Grey, greyPictures } from './pixels.ts';
import type { ReadOutcome, ReadRefusal, ReadReport, ReadRequest } from './read-outcome.ts';
import { cutOut, isBetterOutcome, readZone } from './read-zone.ts';
import { WEIGHTS } from './weights.ts';

/** Most pixels of a picture, 3000 × 2250; more only cost time. */
const MAX_PIXELS = 6.75e6;
/** Most pixels of a side that browsers can draw. */
const MAX_SIDE = 16_000;

/** The factor that gives a picture or page `pixels` pixels, whatever its shape. */
export function scaleFor(width: number, height: number, pixels = MAX_PIXELS): number {
  return Math.min(Math.sqrt(pixels / (width * height)), MAX_SIDE / Math.max(width, height));
}

/** A picture or page of the scan. */
export interface OpenedPage {
  grey: Grey;
  /** The number of the page in a document, from 1. */
  page?: number;
  /** The shares of the work that are done when the page is open, and when it was read. */
  shares: readonly [from: number, to: number];
}

/**
 * Reads the pages that `open` yields until one has a passport.
 * @param open yields `more` last if the document has further pages; throws when the file can't be opened
 */
export function serveReader(open: (scan: Blob) => AsyncIterable<OpenedPage | 'more'>): void {
  const report = (message: ReadReport) => self.postMessage(message);

  self.addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
    // pdf.js listens to messages of its own in the same worker.
    if (!(data.picture instanceof Blob)) return;
    report({ outcome: await read(data).catch((): ReadOutcome => ({ result: 'unreadable' })) });
  });

  async function read({ picture, today }: ReadRequest): Promise<ReadOutcome> {
    if (!(await returnsPixels())) return { result: 'pixelsHidden' };
    const network = characterNetwork.unpack(WEIGHTS);
    let best: { result: ReadRefusal } = { result: 'noZone' };
    for await (const opened of open(picture)) {
      if (opened === 'more') {
        if (best.result === 'noZone') best = { result: 'noZoneInPages' };
        continue;
      }
      const { grey, page, shares } = opened;
      const onProgress = (share: number) => report({ done: shares[0] + (shares[1] - shares[0]) * share });
      onProgress(0);
      const outcome = readZone(grey, { network, today, onProgress });
      if (outcome.result === 'read')
        return { result: 'read', reading: outcome.reading, page, lines: await pngOf(cutOut(grey, outcome.grid)) };
      if (isBetterOutcome(outcome, best)) best = outcome;
    }
    return best;
  }
}

/** @throws Error without memory */
export function greyOfCanvas(canvas: OffscreenCanvas): Grey {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no memory for the picture');
  const { width, height } = canvas;
  return greyPictures.of(context.getImageData(0, 0, width, height).data, width, height);
}

async function pngOf({ width, height, data }: Grey): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const rgba = new Uint8ClampedArray(data.length * 4).fill(255);
  for (const [index, value] of data.entries()) rgba.fill(value, index * 4, index * 4 + 3);
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
