/** A draft that was edited on the device, or arrived damaged, never blocks a form. */
import { readFileSync } from 'node:fs';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { specialist } from '../support/applicants.ts';
import { storedEntries } from '../support/device.ts';
import { box } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

const applicant = specialist('damaged@example.org');

test.afterAll(() => {
  expectedErrors.length = 0;
});

for (const locale of LOCALES) {
  const say = (key: string) => words(locale, 'application', key);

  test(
    `a draft with unreadable answers lists them, and keeps all others (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      const { record } = await storeFinishedDraft(page, applicant);
      const step1Data = { ...(record.step1Data as object), surname: 'x'.repeat(300_000), name: { a: 1 } };
      await storeFinishedDraft(page, applicant, { step1Data, refused: { name: { a: 1 } }, saved: ['name', 'name'] });
      await open(page, locale, '/application');
      const notice = page.getByRole('status').filter({ hasText: say('draft.dropped.title') });
      // Each with its part, since contacts have names too.
      const part = words(locale, 'forms', 'parts.name.title');
      await expect(notice.getByRole('link')).toHaveText([
        `${words(locale, 'forms', 'fields.surname.label')} (${part})`,
        `${words(locale, 'forms', 'fields.name.label')} (${part})`,
      ]);
      await notice.getByRole('link').first().click();
      await expect(box(page, 'surname')).toHaveValue('');
      await expect(box(page, 'date_birth.year')).not.toHaveValue('');
      await box(page, 'surname').fill('Kovacs');
      await box(page, 'name').fill('Anna');
      await page.reload();
      await expect(box(page, 'surname')).toHaveValue('Kovacs');
      await expect(page.getByText(say('draft.dropped.title'))).toHaveCount(0);
    },
  );

  test(
    `a form that fails to render offers to download the answers and to delete the draft (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      await storeFinishedDraft(page, applicant);
      expectedErrors.push(/.*/);
      // Any error may occur while a form is shown; here the saving time is invalid.
      await page.addInitScript(() => {
        if (sessionStorage.getItem('whole')) return;
        Date.prototype.getHours = () => {
          throw new Error('fails while it is shown');
        };
      });
      await open(page, locale, '/application/passport');
      const notice = page.getByRole('alert').filter({ hasText: words(locale, 'forms', 'refusals.internal.title') });
      await expect(notice.getByRole('link', { name: words(locale, 'forms', 'refusals.report') })).toBeVisible();
      const coming = page.waitForEvent('download');
      await notice.getByRole('button', { name: say('draft.rescue.download') }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe('it-visa-answers.html');
      const html = readFileSync((await download.path()) ?? '', 'utf8');
      expect(html).toContain('EA1234567');
      expect(html).toMatch(/download="passport\.pdf" href="data:application\/octet-stream;base64,JVBER/);
      await notice.getByRole('button', { name: say('draft.delete') }).click();
      await page.evaluate(() => sessionStorage.setItem('whole', 'yes'));
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('draft.confirm.yes'), exact: true })
        .click();
      await page.waitForURL('**/type/application');
      expect(await storedEntries(page)).toEqual({});
    },
  );
}
