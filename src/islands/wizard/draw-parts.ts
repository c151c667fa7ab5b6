/**
 * What is below the screen of a long form is drawn piece by piece, so that no single piece keeps a slow phone from answering.
 * The style sheet leaves a part undrawn until it carries `data-drawn`, or somebody comes near it. Its height is a guess
 * meanwhile, so all parts are drawn soon: a page whose heights are guessed jumps under the hand.
 *
 * The typeface comes into the page in the same pieces, by `data-typeface`. If it is late, it is left for the next page: its
 * stand-ins have the same widths.
 */
import { whenIdle } from '../ui/later.ts';

const DRAWN = 'data-drawn';
const TYPEFACE = 'data-typeface';
const UNDRAWN = [
  ...['.site-header', '.steps-nav', '.draft-bar', '.wizard__main > h1', '.draft-gate > p', '.button-row'],
  ...['.step-section', '.item-card', '.review-section'],
]
  .map((part) => `${part}:not([${DRAWN}])`)
  .join(',');
const FONT = '1em "Golos Text Variable"';
/** One of each of its files. */
const LETTERS = 'aя';
const LONGEST_WAIT_MS = 1000;

const browser = typeof document !== 'undefined';
const typeface = browser ? document.fonts.load(FONT, LETTERS).catch(() => []) : null;
let drawing = false;

/** Draws all parts, one a frame, once the browser has nothing more urgent to do. Safe to call often. */
export function drawParts(): void {
  if (drawing) return;
  drawing = true;
  whenIdle(() => {
    const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
    void Promise.race([typeface, late]).then(drawNext);
  });
}

const typefaceThere = () => document.fonts.check(FONT, LETTERS);

function drawNext(): void {
  const next = document.querySelector(UNDRAWN);
  drawing = next !== null;
  const drawn = next ?? document.body;
  drawn.setAttribute(DRAWN, '');
  if (typefaceThere()) drawn.setAttribute(TYPEFACE, '');
  // After the frame that shows it.
  if (next) requestAnimationFrame(() => setTimeout(drawNext));
}

if (browser) {
  // A language switch puts the form into another page, and all of it would be drawn anew at once.
  document.addEventListener('astro:before-swap', ({ newDocument }) => {
    if (typefaceThere()) newDocument.body.setAttribute(TYPEFACE, '');
    for (const part of document.querySelectorAll(`[${DRAWN}]`)) part.removeAttribute(DRAWN);
  });
  document.addEventListener('astro:page-load', drawParts);
}
