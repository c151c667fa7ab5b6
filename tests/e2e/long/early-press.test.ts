/** A button pressed before hydration acts after it, since scripts arrive later than the page on a slow line. */
import { createAccount, setOwnNetwork } from '../support/account.ts';
import { mainOf } from '../support/account-page.ts';
import { PASSWORD } from '../support/applicants.ts';
import { holdScripts } from '../support/hold.ts';
import { translate } from '../support/other-programs.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

const locale = 'en';

/** Opens a page without its scripts. @returns lets the scripts load */
async function openHeld(page: Page, route: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(`/${locale}${route}`, { waitUntil: 'commit' });
  await expect(page.locator('astro-island[ssr]').first()).toBeAttached();
  return release;
}

for (const translated of [false, true]) {
  const what = translated ? 'a translated sign-in form' : 'a sign-in form';
  test(`${what} submitted before hydration signs in after it`, releaseIf(translated), async ({ page }) => {
    await setOwnNetwork(page);
    const { email } = await createAccount(page, locale);
    if (translated) {
      expectedErrors.push(/^island-rebuilt$/);
      await translate(page, '* ');
    }
    const release = await openHeld(page, '/auth/login');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(PASSWORD);
    await mainOf(page).locator('form .button').click();
    // Another press does not take its place.
    await mainOf(page).locator('[aria-controls=password]').click();
    release();
    await expect(page).toHaveURL(`/${locale}/profile`);
  });
}
