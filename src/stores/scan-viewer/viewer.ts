/** Draws a picture or a PDF in the sandboxed frame, which has no origin and no connection; files arrive by message. */
import * as pdf from 'pdfjs-dist';
// A page without an origin may not start pdf.js's worker: pdf.js finds it here instead.
import * as pdfWorker from 'pdfjs-dist/build/pdf.worker.mjs';

Object.assign(globalThis, { pdfjsWorker: pdfWorker });

const MAX_PAGES = 30;
const ZOOM = 1.25;

const main = document.querySelector('main') as HTMLElement;
let drawn: HTMLElement[] = [];
let scale = 1;
let quarterTurns = 0;
let latest = 0;

interface Sent {
  /** Counts the scans that were opened. */
  turn?: number;
  bytes?: ArrayBuffer;
  type?: string;
  name?: string;
  page?: string;
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

/** Without bytes, which follow once they are loaded, the frame is empty. */
async function show({ bytes, type = '', name = '', page = '' }: Sent, turn: number): Promise<void> {
  latest = turn;
  const add = (element: HTMLElement) => {
    if (turn !== latest) return;
    drawn.push(element);
    main.append(element);
    arrange();
  };
  [drawn, scale, quarterTurns] = [[], 1, 0];
  main.replaceChildren();
  if (!bytes) return;
  let isShown = true;
  try {
    if (type === 'application/pdf') await drawPages(new Uint8Array(bytes), `${name}, ${page}`, add);
    else add(await pictureOf(new Blob([bytes], { type }), name));
  } catch {
    isShown = false;
  }
  window.parent.postMessage({ turn, isShown }, '*');
}

async function pictureOf(blob: Blob, name: string): Promise<HTMLElement> {
  const picture = new Image();
  picture.alt = name;
  picture.src = URL.createObjectURL(blob);
  await picture.decode();
  return picture;
}

async function drawPages(data: Uint8Array, label: string, add: (element: HTMLElement) => void): Promise<void> {
  const document_ = await pdf.getDocument({ data, disableFontFace: true, useSystemFonts: true }).promise;
  for (let number = 1; number <= Math.min(document_.numPages, MAX_PAGES); number += 1) {
    const page = await document_.getPage(number);
    const viewport = page.getViewport({ scale: 2 });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [viewport.width, viewport.height];
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${label} ${number}`);
    await page.render({ canvas, viewport }).promise;
    add(canvas);
  }
}

/** Initially as wide as the frame; a quarter turn swaps width and height. */
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
