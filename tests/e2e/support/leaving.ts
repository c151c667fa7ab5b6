/** Leaving a page that has something which is not saved yet. */
import { expect, type Page } from './portal.ts';

/**
 * Reloads the page and stays, as the browser asks.
 * @returns the kinds of the dialogs so far; those that come later are added, and are answered by staying as well
 */
export async function stayOnReload(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => setTimeout(() => location.reload()));
  await expect.poll(() => asked).toEqual(['beforeunload']);
  return asked;
}
