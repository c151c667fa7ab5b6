/**
 * Filling in the form from photos of made-up passports: by mouse, keyboard and phone, in both languages, and with
 * interruptions.
 * Needs the font of the photos (Debian's fonts-ocr-b).
 */

import type { Locator } from 'playwright/test';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { saveChangedPart, sendButton as submitButton } from '../support/account-page.ts';
import { specialist } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { box, containing, errorSummary, liveText, partLink, saveButton } from '../support/form.ts';
import { readReference } from '../support/journey.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { focused, tabTo, watchChoosers } from '../support/keyboard.ts';
import { words } from '../support/locale-words.ts';
import {
  confirmButton,
  expectFilledIn,
  fillInButton,
  passportPhoto,
  say,
  valuesInPart,
} from '../support/passport-photo.ts';
import { expect, expectedErrors, open, type Page, type Storage, test, waitForHydration } from '../support/portal.ts';
import { sendButton, typePassword } from '../support/sending.ts';
import { RELEASE, releaseIf } from '../support/stages.ts';

// The browser logs a missing script; the page itself logs nothing.
expectedErrors.push(/^Failed to load resource: net::ERR_FAILED$/);

const PASSPORT = '/application/passport?type=specialist';

for (const locale of LOCALES) {
  test(
    `reading a passport by mouse asks about typed values and shows differences up to the review page (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      const { file, truth } = await passportPhoto(2);
      await open(page, locale, PASSPORT);
      await fillControl(page, 'passport_number', 'AB7654321');
      await box(page, 'file4').setInputFiles(file);
      await fillInButton(page, locale).click();
      const question = page.getByRole('dialog', { name: say(locale, 'ask.title') });
      await expect(question).toContainText(say(locale, 'ask.typed', { value: 'AB7654321' }));
      await expect(question).toContainText(say(locale, 'ask.read', { value: truth.passport_number ?? '' }));
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(box(page, 'passport_number')).toHaveValue('AB7654321');
      const { passport_number, ...empty } = truth;
      await expectFilledIn(page, locale, valuesInPart('passport', empty));
      // The question does not prevent saving the part.
      await fillControl(page, 'passport_date', '2024-01-15');
      await saveButton(page, locale).click();
      await expect(page).toHaveURL(/\/name$/);
      await expectFilledIn(page, locale, valuesInPart('name', truth));
      await confirmButton(page, locale).click();
      await expect(page.getByText(say(locale, 'mark'))).toHaveCount(0);
      await fillControl(page, 'surname', 'Анна');
      await box(page, 'name').focus();
      const own = { value: truth.surname ?? '' };
      await expect(page.getByRole('button', { name: words(locale, 'forms', 'name.read', own) })).toBeVisible();
      await page.getByRole('button', { name: words(locale, 'forms', 'suggestion', { value: 'Anna' }) }).click();
      await expect(box(page, 'surname')).toHaveValue('Anna');

      await partLink(page, 'check', locale).click();
      const asks = (field: string) =>
        page.getByRole('button', { name: containing(`${say(locale, 'question.take')} (${field})`) });
      await asks(words(locale, 'forms', 'fields.surname.label')).click();
      await asks(words(locale, 'forms', 'fields.passport_number.label')).click();
      await expect(
        page
          .getByRole('main')
          .getByText(passport_number ?? '')
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      await expect(
        page
          .getByRole('main')
          .getByText(truth.surname ?? '')
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      await confirmButton(page, locale).click();
      await expect(page.getByText(say(locale, 'review.title'))).toHaveCount(0);
    },
  );

  test(
    `reading a passport by keyboard: choosing, reading, answering and confirming (${locale})`,
    RELEASE,
    async ({ page }) => {
      watchChoosers(page);
      const { file, truth } = await passportPhoto(3);
      await open(page, locale, PASSPORT);
      await fillControl(page, 'passport_number', 'AB7654321');
      await expect.poll(() => storedRecord(page)).toMatchObject({ step1Data: { passport_number: 'AB7654321' } });
      await page.reload();
      await waitForHydration(page);
      await expect(box(page, 'passport_number')).toHaveValue('AB7654321');
      await tabTo(page, ({ name }) => name === 'file4');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
      await chooser.setFiles(file);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(liveText(page, say(locale, 'chosen'))).toBeAttached();
      if (!(await focused(page)).text.includes(say(locale, 'ask.take')))
        await tabTo(page, ({ text }) => text.includes(say(locale, 'ask.take')));
      await page.keyboard.press('Enter');
      await expectFilledIn(page, locale, valuesInPart('passport', truth));
      expect((await focused(page)).name, 'the focus is where it was').toBe('file4');
      await tabTo(page, ({ text }) => text.includes(say(locale, 'compare.confirm')));
      await page.keyboard.press('Enter');
      await expect(liveText(page, say(locale, 'compare.done'))).toBeAttached();
      await expect(box(page, 'passport_number')).toBeFocused();
    },
  );
}

/** Keeps each answer that is asked about; the page asks again where sending is tried before. */
async function keepAnswers(page: Page, send: Locator): Promise<void> {
  const answers = (key: string) => page.getByRole('button', { name: containing(say('en', key)) });
  await expect(answers('question.keep').first()).toBeVisible();
  await send.click();
  await expect(answers('question.take').first()).toBeFocused();
  for (let left = await answers('question.keep').count(); left > 0; left -= 1) {
    await answers('question.keep').first().click();
    await expect(answers('question.keep')).toHaveCount(left - 1);
  }
  await send.click();
}

const keptFields = (storage: Storage, id: string) => {
  const sql = "SELECT fields ->> 'photo_kept' AS kept FROM applicants WHERE id = ?";
  const { kept } = storage.DB.prepare(sql).get(id) as { kept: string | null };
  return kept?.split('\n').map((line) => line.split('|').filter((_, at) => at !== 2));
};

test('answers that contradict the photo are answered before sending, also in a page that was reloaded', async ({
  page,
  storage,
}) => {
  await setOwnNetwork(page);
  await storeFinishedDraft(page, specialist(`kept.${Date.now()}@example.org`));
  await open(page, 'en', '/application/passport');
  await fillControl(page, 'file4', 'passport-photo.jpg');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: containing(say('en', 'question.keep')) }).first()).toBeVisible();
  await fillControl(page, 'passport_number', '1');
  await partLink(page, 'check').click();
  await expect(sendButton(page)).toBeVisible();
  // An answer taken from the photo solves the error of the typed one.
  await expect(errorSummary(page).getByRole('link')).toHaveCount(1);
  const number = words('en', 'forms', 'fields.passport_number.label');
  const take = page.getByRole('button', { name: containing(say('en', 'question.take')) });
  await take.filter({ hasText: number }).click();
  await expect(errorSummary(page)).toHaveCount(0);
  await page.reload();
  await open(page, 'en', '/application/passport');
  await fillControl(page, 'passport_number', 'AB9999999');
  await partLink(page, 'check').click();
  await typePassword(page);
  await keepAnswers(page, sendButton(page));
  const kept = keptFields(storage, await readReference(page, 'en'));
  expect(kept, 'edited after the reload').toContainEqual(['passport_number', 'AB9999999', 'kept']);
  expect(kept?.map(([path, , mark]) => [path, mark])).toContainEqual(['surname', 'kept']);
});

test('a new photo that contradicts the answers of a sent application is answered before the changes are sent', async ({
  page,
  storage,
}) => {
  await setOwnNetwork(page);
  const account = await createAccount(page, 'en');
  await signInByCall(page, account);
  await open(page, 'en', '/profile/application/founder#change:file4');
  await fillControl(page, 'file4', 'passport-photo.jpg');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  await page.route(/\/PassportReview\.[^/]*\.js$/, async (route) => {
    await loaded;
    await route.continue();
  });
  await saveChangedPart(page, 'en');
  const send = submitButton(page, words('en', 'auth', 'person.change.submit'));
  // Pressed before the questions are loaded, it waits for them.
  await send.click();
  load();
  await expect(page.getByRole('button', { name: containing(say('en', 'question.take')) }).first()).toBeFocused();
  await keepAnswers(page, send);
  await expect
    .poll(() => keptFields(storage, account.id))
    .toContainEqual(['passport_number', expect.any(String), 'kept']);
});
