/** Leaves a page with unsaved edits. */
import { expect, type Page } from './portal.ts';

/**
 * Reloads the page and answers the browser's question by staying.
 * @returns the kinds of the dialogs so far; later ones are added, and dismissed as well
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
