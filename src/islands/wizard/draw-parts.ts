/**
 * What is below the screen of a long form is drawn piece by piece, so that no single piece keeps a slow phone from answering.
 * The style sheet leaves a part undrawn until it carries `data-drawn`, or somebody comes near it. Its height is a guess
 * meanwhile, so all parts are drawn soon: a page whose heights are guessed jumps under the hand.
 *
 * The typeface comes into the page in the same pieces, by `data-typeface`. If it is late, it is left for the next page: its
 * stand-ins have the same widths.
 */
import { afterPress } from '../ui/after-press.ts';
import { soon, whenIdle } from '../ui/later.ts';
import { EARLY } from './early-typing.ts';

const DRAWN = 'data-drawn';
const TYPEFACE = 'data-typeface';
/** A section is drawn before what is in it. */
const SECTION = '.step-section';
/** What is on the screen already has only its typeface to get, and gets it row by row where it is large. */
const ROWS_OF = '.review-section, .address';
const ROWS = ':scope > .summary-list > *, :scope.address > *';
/** What the style sheet leaves undrawn. */
const PARTS = `.wizard :is(${SECTION}, ${SECTION} > *, .item-card, .review-section, dd > .summary-list)`;
const AROUND =
  ':is(.site-header, .site-footer > *, .steps-nav, .draft-bar, .wizard__main > h1, .draft-gate > p, .error-summary, .send-form > *, .button-row, #modal)';
const UNDRAWN = `${AROUND}:not([${DRAWN}]), ${PARTS}:not([${DRAWN}])`;
/** A section that is not alive yet may be out of sight; what was drawn in it would appear all at once. */
const WAITING = `[${EARLY}]`;
/** What one frame takes, in the measure of `workFor`; a part with more has one for itself. */
const A_FRAME = 16;
const FONT = '1em "Golos Text Variable"';
/** One of each of its files. */
const LETTERS = 'aя';
const LONGEST_WAIT_MS = 1000;

const browser = typeof document !== 'undefined';
const typeface = browser ? document.fonts.load(FONT, LETTERS).catch(() => []) : null;
let drawing = false;

/**
 * Draws all parts that are alive, a few a frame, once the browser has nothing more urgent to do; what was changed just now
 * is laid out before. Safe to call often.
 */
export function drawParts(): void {
  soon(layOut);
  if (drawing) return;
  drawing = true;
  whenIdle(() => {
    const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
    void Promise.race([typeface, late]).then(() => afterPress(drawNext));
  });
}

function drawNext(): void {
  const undrawn = [...document.querySelectorAll(UNDRAWN)].flatMap((part) => [...rowsInSight(part), part]);
  const parts = asManyAsAFrameTakes(undrawn.filter((part) => !part.closest(WAITING)));
  drawing = parts.length > 0;
  const there = typefaceThere();
  for (const part of parts) {
    part.setAttribute(DRAWN, '');
    if (there) giveTypeface(part);
  }
  if (there && undrawn.length === 0) document.body.setAttribute(TYPEFACE, '');
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

function rowsInSight(part: Element): Element[] {
  if (!part.matches(ROWS_OF) || !part.firstElementChild?.checkVisibility?.({ contentVisibilityAuto: true })) return [];
  return [...part.querySelectorAll(ROWS)].filter((row) => !isDrawn(row));
}

/** A section has it after all that is in it: so it comes to none of that anew. */
function giveTypeface(part: Element): void {
  const section = part.matches(SECTION) ? part : part.closest(SECTION);
  if (part !== section) part.setAttribute(TYPEFACE, '');
  if (section && [...section.children].every(isDrawn)) section.setAttribute(TYPEFACE, '');
}

const isDrawn = (part: Element) => part.hasAttribute(DRAWN);

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

const typefaceThere = () => document.fonts.check(FONT, LETTERS);

if (browser) {
  document.addEventListener('astro:before-swap', ({ newDocument }) => {
    if (typefaceThere()) newDocument.body.setAttribute(TYPEFACE, '');
    // Where the language changes, all of the form would be drawn anew at once.
    for (const part of document.querySelectorAll(`${PARTS}[${DRAWN}]`)) part.removeAttribute(DRAWN);
  });
  document.addEventListener('astro:page-load', drawParts);
}
