/** The reading load of a page: the words that its main part shows. */
import type { Page } from 'playwright/test';

/**
 * Counts the words that are displayed in `main`: not those of closed details, of hidden labels or of the options of a list.
 * A word is a run of letters and digits, with the signs inside it: "e-mail", "35", "it-park.uz".
 */
export function countVisibleWords(page: Page): Promise<number> {
  return page.getByRole('main').evaluate((main) => {
    const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let count = 0;
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const within = node.parentElement;
      if (!within || within.closest('.visually-hidden, option, script, style')) continue;
      // What lies below the first screen is not laid out yet, and is read all the same.
      if (!within.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      count += (node.textContent ?? '').match(/[\p{L}\p{N}]+(?:[^\s\p{L}\p{N}][\p{L}\p{N}]+)*/gu)?.length ?? 0;
    }
    return count;
  });
}

/** Counts the words of the accessibility tree below `main`: what a screen reader speaks from top to bottom, without roles. */
export async function countSpokenWords(page: Page): Promise<number> {
  const spoken = await page.getByRole('main').ariaSnapshot();
  const texts = spoken
    .split('\n')
    .filter((line) => !/^\s*- \/\w+:/.test(line))
    .map((line) => line.replace(/^\s*- (?:[a-z]+(?= |:|$))?|\[[^\]]*\]/g, ''));
  return texts.join(' ').match(/[\p{L}\p{N}]+(?:[^\s\p{L}\p{N}][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
