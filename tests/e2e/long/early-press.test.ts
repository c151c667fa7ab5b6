/** A button that is pressed before its island is hydrated acts once it is: on a slow line the scripts come after the page. */
import { beSignedIn, newAccount, ownNetwork } from '../support/account.ts';
import { mainOf, menuButton, menuOf, sharedAccount } from '../support/account-page.ts';
import { PASSWORD } from '../support/applicants.ts';
import { holdScripts } from '../support/hold.ts';
import { words } from '../support/locale-words.ts';
import { translate } from '../support/other-programs.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';

const locale = 'en';
const auth = (path: string) => words(locale, 'auth', path);

/** Opens a page without its scripts. @returns lets the scripts come */
async function openHeld(page: Page, route: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(`/${locale}${route}`, { waitUntil: 'commit' });
  await expect(page.locator('astro-island[ssr]').first()).toBeAttached();
  return release;
}

const field = (page: Page, name: string) => page.getByLabel(auth(name), { exact: true });

for (const translated of [false, true]) {
  const what = translated ? 'a translated sign-in form' : 'a sign-in form';
  test(`${what} that is sent before its scripts come signs in when they have come`, async ({ page }) => {
    await ownNetwork(page);
    const { email } = await newAccount(page, locale);
    if (translated) {
      expectedErrors.push(/^island-rebuilt$/);
      await translate(page, '* ');
    }
    const release = await openHeld(page, '/auth/login');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(PASSWORD);
    await mainOf(page).locator('form .button').click();
    release();
    await expect(page).toHaveURL(`/${locale}/profile`);
  });
}

test('Enter in a form of one field, before its scripts come, keeps the text and sends it when they have come', async ({
  page,
}) => {
  await ownNetwork(page);
  const { email } = await newAccount(page, locale);
  const release = await openHeld(page, '/auth/reset/password');
  await field(page, 'reset.email.label').fill(email);
  await page.keyboard.press('Enter');
  await expect(mainOf(page).locator('form .button')).toHaveAttribute('data-busy');
  await expect(field(page, 'reset.email.label')).toHaveValue(email);
  release();
  await page.waitForURL(`**/${locale}/auth/gmail/verify`);
});

test('the menu of the account opens when its scripts have come, if it was pressed before', async ({ page }) => {
  await beSignedIn(page, await sharedAccount(page));
  const release = await openHeld(page, '/profile');
  await menuButton(page, locale).click();
  release();
  await expect(menuOf(page, locale)).toBeVisible();
});
