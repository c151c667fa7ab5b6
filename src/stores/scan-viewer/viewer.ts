/** Draws a picture or a PDF in the sandboxed frame, which has no origin and no connection; files arrive by message. */
import * as pdf from 'pdfjs-dist';
// A page without an origin may not start pdf.js's worker; pdf.js finds it under this name instead.
import * as pdfWorker from 'pdfjs-dist/build/pdf.worker.mjs';
import { lacksPicture, passedDecoders } from '../pdf/passed-decoders.ts';

Object.assign(globalThis, { pdfjsWorker: pdfWorker });

const MAX_PAGES = 30;
const ZOOM = 1.25;

const main = document.querySelector('main') as HTMLElement;
let drawn: HTMLElement[] = [];
let scale = 1;
let quarterTurns = 0;
let latest = 0;

/** What of a file could not be shown, as a key of the page's words; empty if everything is shown. */
type Shortfall = '' | 'failed' | 'lacking' | 'shortened';

interface Sent {
  /** Counts the scans that were opened. */
  turn?: number;
  bytes?: ArrayBuffer;
  type?: string;
  name?: string;
  words?: Record<string, string>;
  tool?: 'in' | 'out' | 'turn';
}

window.addEventListener('message', ({ data, source }: MessageEvent<Sent>) => {
  if (source !== window.parent) return;
  if (data.turn) void show(data, data.turn);
  if (data.tool === 'turn') quarterTurns = (quarterTurns + 90) % 360;
  if (data.tool === 'in') scale *= ZOOM;
  if (data.tool === 'out') scale /= ZOOM;
  if (data.tool) arrange();
});

/** Shows a file. Without bytes, which follow once they are loaded, it empties the frame. */
async function show({ bytes, type = '', name = '', words = {} }: Sent, turn: number): Promise<void> {
  latest = turn;
  const add = (element: HTMLElement) => {
    if (turn !== latest) return;
    if (!(element instanceof HTMLParagraphElement)) drawn.push(element);
    main.append(element);
    arrange();
  };
  [drawn, scale, quarterTurns] = [[], 1, 0];
  main.replaceChildren();
  if (!bytes) return;
  let shortfall: Shortfall = '';
  try {
    if (type === 'application/pdf') shortfall = await drawPages(new Uint8Array(bytes), { name, words, add });
    else add(await pictureOf(new Blob([bytes], { type }), name));
  } catch {
    shortfall = 'failed';
  }
  window.parent.postMessage({ turn, shortfall }, '*');
}

async function pictureOf(blob: Blob, name: string): Promise<HTMLElement> {
  const picture = new Image();
  picture.alt = name;
  picture.src = URL.createObjectURL(blob);
  await picture.decode();
  return picture;
}

interface Drawing {
  name: string;
  words: Record<string, string>;
  add: (element: HTMLElement) => void;
}

const decoders = passedDecoders((request, port) =>
  window.parent.postMessage(request, { targetOrigin: '*', transfer: [port] }),
);

/**
 * @returns `lacking` if a page could not be drawn completely, which a line above it says as well; `shortened` after too many
 * pages
 */
async function drawPages(data: Uint8Array, { name, words, add }: Drawing): Promise<Shortfall> {
  const { BinaryDataFactory } = decoders;
  const options = { data, BinaryDataFactory, disableFontFace: true, useSystemFonts: true };
  const document_ = await pdf.getDocument(options).promise;
  let shortfall: Shortfall = document_.numPages > MAX_PAGES ? 'shortened' : '';
  for (let number = 1; number <= Math.min(document_.numPages, MAX_PAGES); number += 1) {
    const missing = decoders.missing();
    const page = await document_.getPage(number);
    const canvas = await drawPage(page).catch(() => null);
    if (!canvas || lacksPicture(page) || decoders.missing() > missing) {
      shortfall = 'lacking';
      add(paragraph(`${words.page} ${number}: ${words.lacking}`));
      // The next page requests a missing decoder again.
      await document_.cleanup();
    }
    canvas?.setAttribute('aria-label', `${name}, ${words.page} ${number}`);
    if (canvas) add(canvas);
  }
  if (document_.numPages > MAX_PAGES) add(paragraph(words.shortened));
  return shortfall;
}

async function drawPage(page: pdf.PDFPageProxy): Promise<HTMLCanvasElement> {
  const viewport = page.getViewport({ scale: 2 });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [viewport.width, viewport.height];
  canvas.setAttribute('role', 'img');
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

const paragraph = (textContent = '') => Object.assign(document.createElement('p'), { textContent });

/** Fits the pictures into the frame: at first as wide as the frame; a quarter turn swaps width and height. */
function arrange(): void {
  const width = Math.max(200, document.documentElement.clientWidth - 16) * scale;
  for (const element of drawn) {
    const [w, h] =
      element instanceof HTMLImageElement
        ? [element.naturalWidth, element.naturalHeight]
        : [(element as HTMLCanvasElement).width, (element as HTMLCanvasElement).height];
    const sideways = quarterTurns % 180 !== 0;
    const factor = width / (sideways ? h : w);
    const spare = ((w - h) * factor) / 2;
    Object.assign(element.style, {
      width: `${w * factor}px`,
      height: `${h * factor}px`,
      rotate: `${quarterTurns}deg`,
      margin: sideways ? `${spare}px ${-spare}px` : '0',
    });
  }
}

window.addEventListener('resize', arrange);
