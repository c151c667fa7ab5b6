/** Text as readers set it: letters, words, lines and paragraphs as wide as WCAG 1.4.12 says, or twice as large (1.4.4). */
import type { Page } from 'playwright/test';

const SPACING = `
* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }
p { margin-bottom: 2em !important }`;

/** Switches the wide setting of a page on or off. */
export async function spaceText(page: Page, wide: boolean): Promise<void> {
  await page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    },
    wide ? SPACING : '',
  );
}

/** Sets the browser's size of text, in per cent; 100 is the usual one. */
export async function enlargeText(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent);
}

/** How many pixels of a page stand beside the screen. */
export function beyondScreen(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
