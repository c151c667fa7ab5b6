/**
 * Passports of relatives, and those in the form that changes an application.
 * Needs the font of the photos (Debian's fonts-ocr-b).
 */
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { relativeHolder } from '../../../src/domain/passport/holders.ts';
import { specialist } from '../support/applicants.ts';
import { fillControl } from '../support/fill.ts';
import { box, containing, liveText } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { focused, tabTo, watchChoosers } from '../support/keyboard.ts';
import { words } from '../support/locale-words.ts';
import { expectFilledIn, passportPhoto, relativeValuesOf, say } from '../support/passport-photo.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

const FAMILY = '/application/specialist/family';
const at = (index: number, name: string) => `formatted_relatives.${index}.${name}`;
const paths = (index: number) => relativeHolder(index).pathOf;

/** Opens the part of a finished draft for relatives, without any. */
async function openFamily(page: Page, locale: (typeof LOCALES)[number]): Promise<void> {
  const applicant = specialist('family@example.org');
  const step2 = { ...applicant.step2, relatives_check: 'no', formatted_relatives: [] };
  await storeFinishedDraft(page, { ...applicant, step2 });
  await open(page, locale, FAMILY);
  await fillControl(page, 'relatives_check', 'yes');
  await expect(box(page, at(0, 'kinship'))).toBeVisible();
}

for (const locale of LOCALES) {
  test(
    `a relative's card is filled in from the passport after a question about typed values (${locale})`,
    releaseIf(locale === 'ru'),
    async ({ page }) => {
      watchChoosers(page);
      await openFamily(page, locale);
      await fillControl(page, at(0, 'kinship'), 'daughter');
      await fillControl(page, at(0, 'relativePassport'), 'AB7654321');
      await box(page, at(0, 'file6')).focus();
      // By keyboard only: the offer follows the scan.
      const offer = words(locale, 'forms', 'scan.fillIn');
      await tabTo(page, ({ text }) => text.includes(offer));
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      const { file, truth } = await passportPhoto(2);
      await chooser.setFiles(file);
      const question = page.getByRole('dialog', { name: say(locale, 'ask.title') });
      await expect(question).toContainText(say(locale, 'ask.typed', { value: 'AB7654321' }));
      await expect(question).toContainText(words(locale, 'forms', 'items.formatted_relatives.relativePassport.label'));
      await expect(box(page, at(0, 'relativePassport'))).toHaveValue('AB7654321');
      if (!(await focused(page)).text.includes(say(locale, 'ask.take')))
        await tabTo(page, ({ text }) => text.includes(say(locale, 'ask.take')));
      await page.keyboard.press('Enter');
      await expectFilledIn(page, locale, relativeValuesOf(truth), paths(0));
      await expect(box(page, at(0, 'kinship'))).toHaveValue('daughter');
      await tabTo(page, ({ text }) => text.includes(say(locale, 'compare.confirm')));
      await page.keyboard.press('Enter');
      await expect(liveText(page, say(locale, 'compare.done'))).toBeAttached();
      await expect(box(page, at(0, 'relativePassport'))).toBeFocused();
      await expect(page.getByText(say(locale, 'mark'))).toHaveCount(0);

      // A value that differs from the photo shows a question, and the part can still be saved.
      await fillControl(page, at(0, 'surname'), 'Weii');
      await box(page, at(0, 'name')).focus();
      await expect(page.getByRole('button', { name: containing(say(locale, 'question.take')) })).toHaveCount(1);
      await fillControl(page, at(0, 'surname'), truth.surname ?? '');
      await box(page, at(0, 'name')).focus();
      await expect(page.getByRole('button', { name: containing(say(locale, 'question.take')) })).toHaveCount(0);
      const own = page.getByRole('group', { name: containing(truth.surname ?? '') });
      await expect(own).toBeVisible();

      // The draft has the answers, and only the page's memory has the reading.
      await page.getByRole('button', { name: words(locale, 'forms', 'lists.later') }).click();
      await page.reload();
      await own.getByRole('button', { name: containing(words(locale, 'forms', 'lists.edit')) }).click();
      await expect(box(page, at(0, 'relativePassport'))).toHaveValue(truth.passport_number ?? '');
      await expect(page.getByText(say(locale, 'mark'))).toHaveCount(0);
    },
  );
}
