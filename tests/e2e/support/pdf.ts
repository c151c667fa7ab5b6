/** Prints a page like a browser. */
import type { Page } from 'playwright/test';

export interface Printed {
  pages: number;
  /** The document's title as it is, which browsers suggest as the file name. */
  title: string;
}

/** Prints a page as A4, and returns its title while printing. */
export async function printPage(page: Page): Promise<Printed> {
  await page.evaluate(() => {
    addEventListener('beforeprint', () => queueMicrotask(() => (document.body.dataset.printedAs = document.title)), {
      once: true,
    });
  });
  const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1');
  const title = await page.evaluate(() => document.body.dataset.printedAs ?? document.title);
  return { pages: pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0, title };
}
