/**
 * What is below the screen of a long form is drawn piece by piece, so that no single piece keeps a slow phone from answering.
 * The style sheet leaves a part undrawn until it carries `data-drawn`, or somebody comes near it. Its height is a guess
 * meanwhile, so all parts are drawn soon: a page whose heights are guessed jumps under the hand.
 */
import { afterPress } from '../ui/after-press.ts';
import { soon, whenIdle } from '../ui/later.ts';
import { EARLY } from './early-typing.ts';

const DRAWN = 'data-drawn';
/** A section is drawn before what is in it. */
const SECTION = '.step-section';
/** What the style sheet leaves undrawn. */
const PARTS = `.wizard :is(${SECTION}, ${SECTION} > *, .item-card, .review-section, dd > .summary-list)`;
const UNDRAWN = `.site-footer > :not([${DRAWN}]), ${PARTS}:not([${DRAWN}])`;
/** A section that is not alive yet may be out of sight; what was drawn in it would appear all at once. */
const WAITING = `[${EARLY}]`;
/** What one frame takes, in the measure of `workFor`; a part with more has one for itself. */
const A_FRAME = 16;

const browser = typeof document !== 'undefined';
let drawing = false;

/**
 * Draws all parts that are alive, a few a frame, once the browser has nothing more urgent to do; what was changed just now
 * is laid out before. Safe to call often.
 */
export function drawParts(): void {
  soon(layOut);
  if (drawing) return;
  drawing = true;
  whenIdle(() => afterPress(drawNext));
}

function drawNext(): void {
  const undrawn = [...document.querySelectorAll(UNDRAWN)];
  const parts = asManyAsAFrameTakes(undrawn.filter((part) => !part.closest(WAITING)));
  drawing = parts.length > 0;
  for (const part of parts) part.setAttribute(DRAWN, '');
  // The style now, the layout in a task of its own.
  const [first] = parts;
  if (first) void getComputedStyle(first).color;
  soon(layOut);
  // After the frame that shows them, and not under a press.
  if (drawing) requestAnimationFrame(() => afterPress(drawNext));
}

/** Lays the page out now, so that the next frame has only to paint it. */
function layOut(): void {
  void document.body.offsetHeight;
}

function asManyAsAFrameTakes(undrawn: Element[]): Element[] {
  const parts: Element[] = [];
  let work = 0;
  for (const part of undrawn) {
    work += part.matches(SECTION) ? 1 : workFor(part);
    if (parts.length > 0 && work > A_FRAME) break;
    parts.push(part);
  }
  return parts;
}

/** An element counts as much as ten letters of its text. */
const workFor = (part: Element) => part.querySelectorAll('*').length + (part.textContent ?? '').length / 10;

if (browser) {
  document.addEventListener('astro:before-swap', () => {
    // Where the language changes, all of the form would be drawn anew at once.
    for (const part of document.querySelectorAll(`${PARTS}[${DRAWN}]`)) part.removeAttribute(DRAWN);
  });
  document.addEventListener('astro:page-load', drawParts);
}
