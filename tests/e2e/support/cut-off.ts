/** Finds texts that a page does not show completely. */
import type { Page } from './portal.ts';

/**
 * @returns the beginning of each text outside the screen or clipped by a box that cannot be scrolled; texts for screen
 * readers, and scrolled or folded ones, are ignored
 */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Sizes are rounded.
    const SLACK = 1;
    const scope = document.querySelector('dialog[open]') ?? document.body;
    const cut = [];
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (parent.closest('.skip-link, option, [aria-hidden=true]')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const boxes = [];
      let scrolls = false;
      let isHidden = false;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, position, clipPath } = getComputedStyle(box);
        // Texts for screen readers, by a class or on small screens.
        if (clipPath === 'inset(50%)') isHidden = true;
        if ([overflowX, overflowY].some((way) => way === 'auto' || way === 'scroll')) scrolls = true;
        if (!scrolls && overflowX !== 'visible') boxes.push(box.getBoundingClientRect());
        if (position === 'fixed') break;
      }
      const isCut = boxes.some(
        (box) =>
          left < box.left - SLACK || right > box.right + SLACK || top < box.top - SLACK || bottom > box.bottom + SLACK,
      );
      const isOut = !scrolls && (left < -SLACK || right > document.documentElement.clientWidth + SLACK);
      if (!isHidden && (isCut || isOut)) cut.push(text.slice(0, 60));
    }
    return cut;
  });
}
