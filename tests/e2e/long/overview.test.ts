/** The overview: the state of each part, what is left, and which application it is. */
import { documentsRoute } from '../../../src/domain/application/steps.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { daysAfter } from '../../fixtures/applicants.ts';
import { founder, investor } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { box, heading, partLink, partTitle, saveButton, sentence } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

const say = (locale: Locale, key: string, values: Record<string, string> = {}) =>
  words(locale, 'application', key, values);
const entry = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });

for (const locale of LOCALES) {
  test(
    `the overview shows each part's state with its reason and what is left, and links to the next part (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      const applicant = founder('overview@example.org');
      const today = new Date().toISOString().slice(0, 10);
      // The passport expires during the stay.
      applicant.step1.passport_expire = daysAfter(today, 100);
      applicant.step1.email = 'nobody';
      applicant.step1.phone = '+48';
      const saved = ['passport', 'name', 'stay', 'company', 'family', 'travel'];
      await storeFinishedDraft(page, applicant, { stepStatus: 0, saved });
      await open(page, locale, '/application');
      const expectState = (name: string, state: string) =>
        expect(entry(page, name)).toContainText(say(locale, `states.${state}`));
      const expectDone = (done: number) =>
        expect(
          page.getByRole('heading', { name: say(locale, 'overview.done', { done: `${done}`, count: '8' }) }),
        ).toBeVisible();

      await expect(page.getByRole('link', { name: say(locale, 'type.list'), exact: true })).toHaveAttribute(
        'href',
        `/${locale}${documentsRoute('founder')}`,
      );
      await expectState(partTitle('name', locale), 'done');
      await expectState(partTitle('photo', locale), 'started');
      await expectState(partTitle('passport', locale), 'attention');
      const reason = words(locale, 'forms', 'errorsAt.expires_before_stay_ends.passport_expire');
      await expect(entry(page, partTitle('passport', locale))).toContainText(reason);
      await expectState(partTitle('contact', locale), 'attention');
      await expect(entry(page, partTitle('contact', locale))).toContainText(
        words(locale, 'forms', 'errorsAt.email_format.email'),
      );
      await expectDone(5);
      await expect(page.getByText(say(locale, 'overview.left_other').split('{{')[0] ?? '')).toBeVisible();
      await expect(page.getByText(sentence(locale, 'application', 'draft.saved'))).toBeVisible();

      // An error is shown where it can be fixed.
      await page
        .getByRole('link', { name: say(locale, 'overview.goOn', { part: partTitle('passport', locale) }) })
        .click();
      await expect(page.getByText(reason).first()).toBeVisible();
      await box(page, 'passport_expire.year').fill(String(Number(today.slice(0, 4)) + 9));
      await saveButton(page, locale).click();
      await expect(heading(page, partTitle('contact', locale))).toBeVisible();
      await page.getByRole('link', { name: say(locale, 'part.later') }).click();
      await expect(heading(page, say(locale, 'overview.title'))).toBeFocused();
      await expectState(partTitle('passport', locale), 'done');
      await expectDone(6);
    },
  );
}

test('the overview without a draft asks for the type and leads to the first part', async ({ page }) => {
  await open(page, 'en', '/application');
  const go = page.getByRole('button', { name: say('en', 'type.submit'), exact: true });
  await go.click();
  await expect(page.getByText(say('en', 'type.missing'))).toBeVisible();
  await page.getByText(say('en', 'types.investor.title'), { exact: true }).click();
  await go.click();
  await expect(heading(page, partTitle('passport'))).toBeFocused();
  await expect(partLink(page, 'project')).toBeVisible();
});

test('a part of another type offers to continue the draft or to change the type', async ({ page }) => {
  await storeFinishedDraft(page, investor('overview@example.org'));
  const types = { asked: say('en', 'types.founder.title'), chosen: say('en', 'types.investor.title') };
  const title = page.getByText(say('en', 'obstacles.other_type.title', types));
  for (const part of ['company', 'check']) {
    await open(page, 'en', `/application/founder/${part}`);
    await expect(title).toBeVisible();
    await expect(box(page, 'petitioner_name').or(box(page, 'password'))).toHaveCount(0);
  }
  await page.getByRole('link', { name: say('en', 'obstacles.other_type.keep', types) }).click();
  await expect(page.getByText(say('en', 'overview.ready'))).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: say('en', 'obstacles.other_type.change', types) }).click();
  await expect(title).toHaveCount(0);
  await expect.poll(() => storedRecord(page)).toMatchObject({ type: 'founder' });
});
