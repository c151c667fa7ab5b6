/** Letters, words, lines and paragraphs set as wide as WCAG 1.4.12 lets a reader set them. */
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

/** How many pixels of a page stand beside the screen. */
export function beyondScreen(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
