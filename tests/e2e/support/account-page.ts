/** The pages of the account, with parts found by role and text. */
import type { Locator } from 'playwright/test';
import type { Part } from '../../../src/domain/application/fields.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { type Account, createAccount } from './account.ts';
import { PASSWORD } from './applicants.ts';
import { partTitle } from './form.ts';
import { words } from './locale-words.ts';
import { expect, type Page } from './portal.ts';

let shared: Promise<Account> | undefined;

/** Returns the account shared by tests that do not change it; the first call creates it. */
export function sharedAccount(page: Page): Promise<Account> {
  shared ??= createAccount(page, 'ru');
  return shared;
}

/** Returns the main content of the page. */
export const mainOf = (page: Page): Locator => page.getByRole('main');

/** Returns the notice about a failed call. */
export const alertOf = (page: Page): Locator => mainOf(page).getByRole('alert');

/** Returns the button that submits the page's form; it appears once the page is hydrated. */
export function sendButton(page: Page, name: string): Locator {
  return mainOf(page).getByRole('button', { name, exact: true }).and(page.locator('[type=submit]'));
}

/** Returns the link to a part of the application being changed, or back to the list of parts. */
export function changeLink(page: Page, to: Part | 'list', locale: Locale): Locator {
  const name = to === 'list' ? words(locale, 'auth', 'person.change.list') : partTitle(to, locale);
  return mainOf(page).getByRole('link', { name, exact: true });
}

/** Saves a part of the application being changed, and returns to the list. */
export async function saveChangedPart(page: Page, locale: Locale): Promise<void> {
  await mainOf(page)
    .getByRole('button', { name: words(locale, 'auth', 'person.change.save') })
    .click();
}

/** Fills in the sign-in form of the page being opened, and submits it. */
export async function fillSignIn(page: Page, locale: Locale, email: string, password = PASSWORD): Promise<void> {
  const send = sendButton(page, words(locale, 'auth', 'login.submit'));
  await expect(send).toBeVisible();
  await page.getByLabel(words(locale, 'auth', 'login.email'), { exact: true }).fill(email);
  await page.getByLabel(words(locale, 'auth', 'login.password'), { exact: true }).fill(password);
  await send.click();
}

export function menuButton(page: Page, locale: Locale): Locator {
  return page.getByRole('banner').getByRole('button', { name: words(locale, 'auth', 'menu.open'), exact: true });
}

/** Returns the menu, open or closed. */
export function menuOf(page: Page, locale: Locale): Locator {
  return page.getByRole('dialog', { name: words(locale, 'auth', 'menu.label'), includeHidden: true });
}

export async function openMenu(page: Page, locale: Locale): Promise<Locator> {
  await menuButton(page, locale).click();
  const menu = menuOf(page, locale);
  await expect(menu).toBeVisible();
  return menu;
}

const ROUTES = {
  home: '/profile',
  status: '/profile/status',
  person: '/profile/application/founder',
  security: '/profile/security',
} as const;

/** Opens another page of a founder's account by the menu. */
export async function openFromMenu(page: Page, locale: Locale, to: keyof typeof ROUTES): Promise<void> {
  const menu = await openMenu(page, locale);
  await menu.getByRole('link', { name: words(locale, 'auth', `menu.${to}`), exact: true }).click();
  await expect(page).toHaveURL(`/${locale}${ROUTES[to]}`);
}

/** Signs out by the menu. */
export async function signOutByMenu(page: Page, locale: Locale): Promise<void> {
  const menu = await openMenu(page, locale);
  await menu.getByRole('button', { name: words(locale, 'auth', 'menu.exit'), exact: true }).click();
}
