/** Errors and hints at fields: texts, places and focus. */
import type { Locator } from 'playwright/test';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { setOwnNetwork } from '../support/account.ts';
import { specialist } from '../support/applicants.ts';
import { fillControl } from '../support/fill.ts';
import { box, containing, errorSummary, foldOf, languageLink, saveButton } from '../support/form.ts';
import { readReference } from '../support/journey.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { sendButton, typePassword } from '../support/sending.ts';

const CONTACT = '/application/contact';
const say = (locale: Locale, key: string, values: Record<string, string> = {}) => words(locale, 'forms', key, values);

test("saving an empty part lists an error for every field, equal to the field's, in each language", async ({
  page,
}) => {
  for (const [part, count] of [
    ['passport', 5],
    ['specialist/employer', 7],
  ] as const) {
    await open(page, 'ru', `/application/${part}`);
    await saveButton(page, 'ru').click();
    await expect(errorSummary(page, 'ru')).toBeFocused();
    for (const locale of LOCALES) {
      if (locale !== 'ru') await languageLink(page, locale).click();
      const links = errorSummary(page, locale).getByRole('link');
      await expect(links).toHaveCount(count);
      const leads = links.and(page.locator(':not([href$=".district"])'));
      const positions = await leads.evaluateAll((all) =>
        all.map((link) => {
          (link as HTMLElement).click();
          const reached = [document.activeElement, document.activeElement?.closest('fieldset')];
          const ids = reached.flatMap((at) => at?.getAttribute('aria-describedby')?.split(' ') ?? []);
          return {
            said: link.textContent ?? '',
            at: ids.map((id) => document.getElementById(id)?.textContent).join(' '),
          };
        }),
      );
      for (const { said, at } of positions) expect(at).toContain(said);
      expect(new Set(positions.map(({ said }) => said)).size, 'each in its own words').toBe(positions.length);
    }
  }
  // A district requires a region.
  await errorSummary(page)
    .getByRole('link', { name: say('en', 'errors.required.employer_address.district') })
    .click();
  await expect(box(page, 'employer_address.region')).toBeFocused();
  await fillControl(page, 'company_name', 'Dome');
  await expect(errorSummary(page).getByRole('link')).toHaveCount(6);
});

test.describe('errors with mouse and finger', () => {
  // Field and button are both visible, so the browser does not scroll to keep the button in place.
  test.use({ hasTouch: true, viewport: { width: 1024, height: 1366 } });

  /** Presses a control without releasing the mouse, which keeps the focus. */
  async function middleOf(target: Locator): Promise<[number, number]> {
    await target.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return [x + width / 2, y + height / 2];
  }

  /** Lets a second pass for the page while the mouse button is down. */
  async function press(page: Page, target: Locator): Promise<void> {
    await page.mouse.move(...(await middleOf(target)));
    await page.mouse.down();
    await page.clock.runFor(1000);
    await page.mouse.up();
  }

  test('a press below a field with an error reaches its button before the layout changes', async ({ page }) => {
    const email = box(page, 'email');
    const accept = page.getByRole('button', { name: say('en', 'suggestion', { value: 'person@gmail.com' }) });
    await page.clock.install();
    await open(page, 'en', CONTACT);
    await email.fill('nobody');
    await press(page, saveButton(page));
    await expect(errorSummary(page)).toBeFocused();
    await expect(email).toHaveAccessibleDescription(containing(say('en', 'errorsAt.email_format.email')));

    await email.fill('person@gmial.com');
    await page.touchscreen.tap(...(await middleOf(saveButton(page))));
    await expect(errorSummary(page)).toBeFocused();
    await expect(accept).toBeVisible();
    await email.focus();
    await press(page, accept);
    await expect(email).toHaveValue('person@gmail.com');
    await expect(accept).toHaveCount(0);
  });
});

test('a passport without an expiry date is sent by a box, stored and shown so, and the box beside a date is refused', async ({
  page,
  storage,
}) => {
  await setOwnNetwork(page);
  await storeFinishedDraft(page, specialist(`no.expiry.${Date.now()}@example.org`));
  await open(page, 'en', '/application/passport');
  await page.getByRole('checkbox', { name: say('en', 'fields.no_expiry.label') }).check();
  await saveButton(page, 'en').click();
  await expect(page.getByText(say('en', 'errors.no_expiry_dated')).first()).toBeVisible();
  for (const place of ['day', 'month', 'year']) await box(page, `passport_expire.${place}`).fill('');
  await saveButton(page, 'en').click();
  await expect(page).toHaveURL(/\/check$/);
  await expect(foldOf(page, 'passport')).toContainText(say('en', 'name.missing'));
  await typePassword(page);
  await sendButton(page).click();
  const id = await readReference(page, 'en');
  const sql = "SELECT fields ->> 'passport_expire' AS ends, fields ->> 'no_expiry' AS box FROM applicants WHERE id = ?";
  expect({ ...storage.DB.prepare(sql).get(id) }).toEqual({ ends: '', box: 'yes' });
});
