/** Browsers that store nothing, or stop storing: the form works in memory, and each page says so. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { mainOf } from './support/account-page.ts';
import { specialist } from './support/applicants.ts';
import { storedRecord } from './support/device.ts';
import { fill } from './support/fill.ts';
import { box } from './support/form.ts';
import { apply } from './support/journey.ts';
import { words } from './support/locale-words.ts';
import { breakStorage, type StorageFault } from './support/other-programs.ts';
import { expect, open, type Page, test } from './support/portal.ts';
import { RELEASE, releaseIf } from './support/stages.ts';
import { expectStored } from './support/stored.ts';

/** Texts that are wrong without storage. */
async function expectNoFalseWords(page: Page): Promise<void> {
  const false_ = ['application:draft.elsewhere.title', 'application:draft.loading', 'forms:refusals.no_answer.text'];
  for (const locale of LOCALES) {
    for (const key of false_) {
      const [namespace = '', path = ''] = key.split(':');
      await expect(mainOf(page)).not.toContainText(words(locale, namespace as 'forms', path));
    }
  }
}

for (const [fault, locale] of [
  ['blocked', 'ru'],
  ['silent', 'en'],
  ['null', 'en'],
] as [StorageFault, 'ru' | 'en'][]) {
  test(
    `an application is filled in and sent with storage that is ${fault} (${locale})`,
    RELEASE,
    async ({ page, storage }) => {
      await breakStorage(page, fault);
      const applicant = specialist(`storage.${fault}.${Date.now()}@example.org`);
      const reference = await apply(page, locale, applicant);
      await expectStored(storage, reference, applicant);
      await page.goBack();
      await expectNoFalseWords(page);
    },
  );
}

for (const [fault, locale] of [
  ['blocked', 'ru'],
  ['blocked', 'en'],
  ['silent', 'ru'],
  ['silent', 'en'],
] as const) {
  const stage = releaseIf(locale === 'en' || fault !== 'blocked');
  test(`the form says why the browser saves no draft: ${fault} (${locale})`, stage, async ({ page }) => {
    const notice = words(locale, 'application', `draft.${fault}`);
    await breakStorage(page, fault);
    await open(page, locale, '/application/name?type=specialist');
    await expect(mainOf(page)).toContainText(notice);
    await expectNoFalseWords(page);
    await fill(page, { surname: 'Karimova' });
    await page.waitForTimeout(1500);
    await expect(mainOf(page)).toContainText(notice);
    await expect(box(page, 'surname')).toHaveValue('Karimova');
  });
}

test('a database connection that closes without an event is opened again without losing edits', async ({ page }) => {
  await breakStorage(page, 'lost');
  await open(page, 'en', '/application/name?type=specialist');
  await fill(page, { surname: 'Karimova' });
  await expect.poll(async () => (await storedRecord(page))?.step1Data).toMatchObject({ surname: 'Karimova' });
  await page.evaluate(() => (window as unknown as { loseConnections: () => void }).loseConnections());
  await fill(page, { name: 'Diloza' });
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect.poll(async () => (await storedRecord(page))?.step1Data).toMatchObject({ name: 'Diloza' });
  await expectNoFalseWords(page);
});
