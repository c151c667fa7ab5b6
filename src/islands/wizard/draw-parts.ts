/**
 * What is below the screen of a long form is drawn piece by piece, so that no single piece keeps a slow phone from answering.
 * The style sheet leaves a part undrawn until it carries `data-drawn`, or somebody comes near it. Its height is a guess
 * meanwhile, so all parts are drawn soon: a page whose heights are guessed jumps under the hand.
 */
import { whenIdle } from '../ui/later.ts';

const DRAWN = 'data-drawn';
const UNDRAWN = ['.step-section', '.item-card', '.review-section']
  .map((part) => `.wizard ${part}:not([${DRAWN}])`)
  .join(',');

let drawing = false;

/** Draws all parts, one a frame, once the browser has nothing more urgent to do. Safe to call often. */
export function drawParts(): void {
  if (drawing) return;
  drawing = true;
  whenIdle(drawNext);
}

function drawNext(): void {
  const part = document.querySelector(UNDRAWN);
  drawing = part !== null;
  part?.setAttribute(DRAWN, '');
  // After the frame that shows it.
  if (part) requestAnimationFrame(() => setTimeout(drawNext));
}

if (typeof document !== 'undefined') {
  // A language switch puts the form into another page, and all of it would be drawn anew at once.
  document.addEventListener('astro:before-swap', () => {
    for (const part of document.querySelectorAll(`[${DRAWN}]`)) part.removeAttribute(DRAWN);
  });
  document.addEventListener('astro:page-load', drawParts);
}
