/** In forced colours shadows and backgrounds are not painted: tabs and dialogs of the account need borders. */
import type { Locator } from 'playwright/test';
import { setOwnNetwork, signInByCall } from '../support/account.ts';
import { mainOf, menuButton, menuOf, sharedAccount } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, test } from '../support/portal.ts';

const auth = (path: string) => words('ru', 'auth', path);

test.use({ viewport: { width: 1280, height: 900 } });

type Side = 'Top' | 'Bottom' | 'InlineStart';

/** The colour of a border, or `none`. */
const edgeOf = (element: Locator, side: Side) =>
  element.evaluate((shown, at) => {
    const style = getComputedStyle(shown) as unknown as Record<string, string>;
    const isPainted = style[`border${at}Style`] !== 'none' && Number.parseFloat(style[`border${at}Width`] ?? '') > 0;
    return isPainted ? style[`border${at}Color`] : 'none';
  }, side);

test('in forced colours drawer and dialog have a border', async ({ page }) => {
  await setOwnNetwork(page);
  await signInByCall(page, await sharedAccount(page));
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, 'ru', '/profile');
  const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const unseen = [ground, 'none'];

  await menuButton(page, 'ru').click();
  const drawer = menuOf(page, 'ru');
  await expect(drawer).toBeVisible();
  expect(unseen).not.toContain(await edgeOf(drawer.locator(':scope > *').first(), 'InlineStart'));
  await page.keyboard.press('Escape');

  await mainOf(page)
    .getByRole('button', { name: auth('home.withdraw.start') })
    .click();
  const dialog = page.getByRole('dialog', { name: auth('home.withdraw.title') });
  await expect(dialog).toBeVisible();
  expect(unseen).not.toContain(await edgeOf(dialog, 'Top'));
});
