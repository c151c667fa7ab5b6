/** Text settings of readers: the spacing of WCAG 1.4.12, or twice the size (1.4.4). */
import type { Page } from 'playwright/test';

const SPACING = `
* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }
p { margin-bottom: 2em !important }`;

/** Switches the wide spacing of a page on or off. */
export async function setTextSpacing(page: Page, wide: boolean): Promise<void> {
  await page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    },
    wide ? SPACING : '',
  );
}

/** Sets the browser's text size in per cent; 100 is the default. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent);
}

/** Returns how many pixels of a page are beyond the screen. */
export function overflowWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
