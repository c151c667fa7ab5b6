/** Where `npm run pictures` keeps its pictures. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright/test';

/** Emptied by the reporter before the first picture. */
export const PICTURES = resolve(process.env.PICTURES || 'shots');

export interface Picture {
  /** Pictures of a group are beside each other on the contact sheet. */
  group: string;
  name: string;
}

const fileName = (text: string) => text.replace(/[^\p{L}\p{N}.,() -]+/gu, '_') || '_';

/** Saves the whole page as a JPEG: `<folder>/<group>/<name>.jpg`. */
export async function savePicture(page: Page, { group, name }: Picture): Promise<void> {
  const folder = join(PICTURES, fileName(group));
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${fileName(name)}.jpg`), fullPage: true, type: 'jpeg', quality: 60 });
}
