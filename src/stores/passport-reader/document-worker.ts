/**
 * The reader's worker for PDF scans, with pdf.js in the same file, since its policy allows no request. pdf.js draws whole pages,
 * so that strips, masks, forms and turned pages look as in any viewer.
 */
import * as pdf from 'pdfjs-dist';
// Starting pdf.js's own worker would need a request; pdf.js finds it under this name instead.
import * as pdfWorker from 'pdfjs-dist/build/pdf.worker.mjs';
import { lacksPicture, passedDecoders } from '../pdf/passed-decoders.ts';
import { MAX_PAGES, type OpenRequest } from './read-outcome.ts';
import { greyOfCanvas, type OpenedPage, scaleFor, serveReader } from './reading-worker.ts';

Object.assign(globalThis, { pdfjsWorker: pdfWorker });

/** Pixels for a page without a picture, whose print is sharp in any size. */
const TEXT_PIXELS = 3e6;
const OPEN_SHARE = 0.1;

/** pdf.js creates its canvases through the document, which a worker lacks. */
class WorkerCanvasFactory {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }
  getNoAlphaContext(canvas: OffscreenCanvas) {
    return canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  }
  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number): void {
    Object.assign(canvas, { width, height });
  }
  destroy({ canvas }: { canvas: OffscreenCanvas }): void {
    Object.assign(canvas, { width: 0, height: 0 });
  }
}

/** Filters also need a document; scans have none. */
class WorkerFilterFactory {
  addFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addKnockoutFilter = () => 'none';
  destroy(): void {}
}

const decoders = passedDecoders((request, port) => self.postMessage(request, { transfer: [port] }));

/** @throws Error for a file that can't be opened, or only with a password */
async function openDocument(file: Blob): Promise<pdf.PDFDocumentProxy> {
  const task = pdf.getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    CanvasFactory: WorkerCanvasFactory,
    FilterFactory: WorkerFilterFactory,
    BinaryDataFactory: decoders.BinaryDataFactory,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  return task.promise;
}

self.addEventListener('message', async ({ data }: MessageEvent<Partial<OpenRequest>>) => {
  if (!(data.document instanceof Blob)) return;
  const opened = await openDocument(data.document).catch(() => null);
  self.postMessage(opened !== null);
});

serveReader(async function* (scan) {
  const document_ = await openDocument(scan);
  const pages = await Promise.all(
    Array.from({ length: Math.min(document_.numPages, MAX_PAGES) }, async (_, index) => {
      const page = await document_.getPage(index + 1);
      return { page, pixels: await largestPicture(page) };
    }),
  );
  const shown = pages.filter(({ pixels }) => pixels !== null).sort((a, b) => Number(b.pixels) - Number(a.pixels));
  let isWhole = true;
  for (const [index, { page, pixels }] of shown.entries()) {
    const shareAt = (done: number) => OPEN_SHARE + ((1 - OPEN_SHARE) * done) / shown.length;
    yield {
      grey: await draw(page, pixels ? undefined : TEXT_PIXELS),
      page: page.pageNumber,
      shares: [shareAt(index), shareAt(index + 1)],
    } satisfies OpenedPage;
    isWhole &&= !lacksPicture(page);
    page.cleanup();
  }
  if (document_.numPages > MAX_PAGES) yield 'more';
  if (!isWhole || decoders.missing() > 0) throw new Error('a picture could not be decoded');
});

const PAINTINGS = Object.entries(pdf.OPS).flatMap(([name, code]) => (name.startsWith('paint') ? [code] : []));

/**
 * Pixels of the largest picture that the page draws, also within forms. 0 for a page without one that may have the lines as text
 * or drawing; null for any other page.
 */
async function largestPicture(page: pdf.PDFPageProxy): Promise<number | null> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const { paintImageXObject, paintInlineImageXObject, paintImageMaskXObject } = pdf.OPS;
  const sizes = fnArray.map((operation, index) => {
    const [first, width, height] = argsArray[index] ?? [];
    if (operation === paintImageXObject) return width * height;
    const isOther = operation === paintInlineImageXObject || operation === paintImageMaskXObject;
    return isOther ? (first?.width ?? 0) * (first?.height ?? 0) : 0;
  });
  const largest = sizes.reduce((most, size) => Math.max(most, size || 0), 0);
  if (fnArray.some((operation) => PAINTINGS.includes(operation))) return largest;
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str.trim() : '')).join('');
  // Fillers, or another character where the font has its own encoding.
  const mayBeZone = text === '' ? fnArray.includes(pdf.OPS.constructPath) : /<<|(.)\1{4}/.test(text);
  return mayBeZone ? 0 : null;
}

async function draw(page: pdf.PDFPageProxy, pixels: number | undefined) {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: scaleFor(width, height, pixels) });
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  const canvasContext = canvas.getContext('2d', { willReadFrequently: true });
  if (!canvasContext) throw new Error('no memory for the page');
  await page.render({
    canvas: null,
    canvasContext: canvasContext as unknown as CanvasRenderingContext2D,
    viewport,
    background: '#fff',
  }).promise;
  return greyOfCanvas(canvas);
}
