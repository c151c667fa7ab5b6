/** What a browser makes of a page on paper. */
import type { Page } from 'playwright/test';

export interface Printed {
  pages: number;
  /** The document's title, which browsers propose as the name of the file. */
  title: string;
}

/** Prints a page as A4, and remembers the title that it had meanwhile. */
export async function printed(page: Page): Promise<Printed> {
  await page.evaluate(() => {
    addEventListener('beforeprint', () => queueMicrotask(() => (document.body.dataset.printedAs = document.title)), {
      once: true,
    });
  });
  const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1');
  const title = await page.evaluate(() => document.body.dataset.printedAs ?? document.title);
  return { pages: pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0, title: title.replaceAll('\u00A0', ' ') };
}
