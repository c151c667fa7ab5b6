/** Common parts of all public pages. */
import { expect, type Locator, type Page } from 'playwright/test';
import { INFORMATION_PAGES } from '../../../src/content/collections.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { words } from './locale-words.ts';
import { waitForHydration } from './portal.ts';

/** Every kind of public page, without its language. */
export const PUBLIC_ROUTES = [
  '',
  '/type/application',
  '/success/application',
  '/employee-visa/AAAAAAAAAAAAAAAA',
  '/no-such-page',
  '/auth',
  '/parcel/draft',
  '/parcel/company',
  '/parcel/photo',
  ...INFORMATION_PAGES.map((page) => `/${page}`),
];

/** Returns a link of the language switch, which names each language in itself. */
export function languageLink(page: Page, to: Locale): Locator {
  return page.getByRole('link', { name: words(to, 'home', 'language.name') });
}

/** Opens a public page and waits for its fonts, scripts and carousel. */
export async function openPublic(page: Page, locale: Locale, route: string): Promise<void> {
  await page.goto(`/${locale}${route}`);
  await page.evaluate(() => document.fonts.ready);
  await waitForHydration(page);
  const say = (key: string) => words(locale, 'home', `carousel.${key}`);
  const pictures = page.getByRole('region', { name: say('pictures') });
  if (!(await pictures.isVisible())) return;
  await expect(
    pictures.getByRole('button', { name: new RegExp(`^(?:${say('pause')}|${say('play')})$`) }),
  ).toBeVisible();
}
