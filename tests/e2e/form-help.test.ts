/** Mistakes and help at the fields of a form: what is said, where, and where the focus goes. */
import type { Locator } from 'playwright/test';
import { LOCALES, type Locale } from '../../src/domain/i18n/locales.ts';
import { specialist } from './support/applicants.ts';
import { fill, fillControl } from './support/fill.ts';
import { words } from './support/locale-words.ts';
import { expect, open, type Page, test } from './support/portal.ts';

const say = (locale: Locale, key: string, values: Record<string, string> = {}) => words(locale, 'forms', key, values);
const box = (page: Page, name: string) => page.locator(`[name="${name}"]`);

async function openForm(page: Page, locale: Locale) {
  await open(page, locale, '/application?type=specialist');
  await box(page, 'surname').waitFor();
}

for (const locale of LOCALES) {
  test(`a form that is sent with nothing typed leads to every field, in the same words (${locale})`, async ({
    page,
  }) => {
    await openForm(page, locale);
    await page.locator('form button[type=submit]').click();
    const summary = page.locator('.error-summary');
    await expect(summary).toBeFocused();
    const told = await summary.locator('a').evaluateAll((links) =>
      links.map((link) => {
        (link as HTMLElement).click();
        const at = document.activeElement?.closest('.field')?.querySelector('.field__error')?.cloneNode(true);
        (at as Element | undefined)?.querySelector('.visually-hidden')?.remove();
        return { said: link.textContent, at: at?.textContent };
      }),
    );
    expect(told.length).toBeGreaterThan(9);
    for (const { said, at } of told) expect(at).toBe(said);
    expect(new Set(told.map(({ said }) => said)).size, 'each in its own words').toBe(told.length);

    await fillControl(page, 'surname', 'Ivanova');
    await expect(summary.locator('a')).toHaveCount(told.length - 1);
  });
}

test('the country of a phone number is told while it is typed, and what is below keeps its place', async ({ page }) => {
  await openForm(page, 'en');
  const note = page.locator('.field', { has: box(page, 'phone') }).locator('.field__note');
  const below = () => box(page, 'additional_phone').evaluate((next) => next.getBoundingClientRect().top + scrollY);
  await box(page, 'phone').focus();
  // Everything around it is drawn by then.
  await page.waitForTimeout(1500);
  const before = await below();
  await page.keyboard.type('+48512');
  await expect(note).toHaveText(say('en', 'phone.country', { country: 'Poland' }));
  expect(await below()).toBe(before);
});

/** Where a press meets a control, which keeps the focus where it is until then. */
async function middleOf(target: Locator): Promise<[number, number]> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

for (const hand of ['mouse', 'finger']) {
  test.describe(hand, () => {
    // Field and button are both in sight, so the browser does not scroll to keep the button where it is.
    test.use({ hasTouch: hand === 'finger', viewport: { width: 1024, height: 1366 } });

    test(`a press below a wrong field arrives: its mistake and its help wait until then (${hand})`, async ({
      page,
    }) => {
      const summary = page.locator('.error-summary');
      const submit = page.locator('form button[type=submit]');
      const email = page.locator('.with-aside', { has: box(page, 'email') });
      const accept = email.locator('.field-aside');
      const press = async (target: Locator) => {
        const at = await middleOf(target);
        if (hand === 'finger') return page.touchscreen.tap(...at);
        await page.mouse.move(...at);
        await page.mouse.down();
        // As long as a hand takes.
        await page.waitForTimeout(200);
        await page.mouse.up();
      };
      await openForm(page, 'en');
      await box(page, 'email').fill('nobody');
      await press(submit);
      await expect(summary).toBeFocused();
      await expect(email.locator('.field__error')).toContainText(say('en', 'errorsAt.email_format.email'));

      await openForm(page, 'en');
      await box(page, 'email').fill('person@gmial.com');
      await press(submit);
      await expect(summary).toBeFocused();
      await box(page, 'email').focus();
      await press(accept);
      await expect(box(page, 'email')).toHaveValue('person@gmail.com');
      await expect(accept).toHaveCount(0);
    });
  });
}

test('an item of a list is added, changed, removed and brought back, and each is said', async ({ page }) => {
  test.setTimeout(60_000);
  await openForm(page, 'en');
  await fill(page, specialist(`list.${Date.now()}@example.org`).step1);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/en/application/specialist');
  await fill(page, {
    last_trips_check: 'yes',
    last_trips: [
      {
        trip_country: 'KZ',
        trip_aim: 'Work',
        'trim_date.date_from': '2024-06-01',
        'trim_date.date_to': '2024-06-05',
      },
    ],
  });
  const list = page.locator('#last_trips');
  const button = (key: string) => list.getByRole('button', { name: say('en', key) });
  await button('lists.done').click();
  await expect(list).toContainText('Kazakhstan');
  await expect(box(page, 'last_trips.0.trip_aim')).toHaveCount(0);

  await button('lists.edit').click();
  await expect(box(page, 'last_trips.0.trip_country')).toBeFocused();
  await button('lists.done').click();

  await button('lists.remove').first().click();
  await expect(button('lists.undo')).toBeFocused();
  await expect(list.locator('output, [role=status]').last()).toHaveText(
    say('en', 'lists.last_trips.removed', { number: '1' }),
  );
  await page.keyboard.press('Enter');
  await expect(box(page, 'last_trips.0.trip_aim')).toHaveValue('Work');
  await expect(box(page, 'last_trips.0.trip_country')).toBeFocused();

  await button('lists.last_trips.add').click();
  await expect(box(page, 'last_trips.1.trip_country')).toBeFocused();
});
