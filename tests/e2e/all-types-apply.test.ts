/**
 * Every type applies; keyboard-applies.test.ts has a founder in English with the keyboard. Rows in D1 and objects in R2 are
 * compared with what was typed. release/journeys.test.ts has all types on all devices in both languages.
 */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { investor, specialist } from './support/applicants.ts';
import { everythingStored } from './support/device.ts';
import { apply, referenceOn } from './support/journey.ts';
import { words } from './support/locale-words.ts';
import { printPage } from './support/pdf.ts';
import { expect, open, type Page, test } from './support/portal.ts';
import { RELEASE } from './support/stages.ts';
import { expectStored } from './support/stored.ts';

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, 'nothing stands out sideways').toBeLessThanOrEqual(0);
}

test.describe('an application on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('a specialist applies, opens the account from the confirmation and reads the status (ru)', async ({
    page,
    storage,
  }) => {
    const email = `specialist.ru.${Date.now()}@example.org`;
    const applicant = specialist(email);
    const reference = await apply(page, 'ru', applicant);
    await expectStored(storage, reference, applicant);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    const main = page.getByRole('main');
    const help = main.locator('p', { hasText: 'Письма нет?' }).filter({ visible: true });
    await expect(help).toContainText(`Подтверждение отправлено на ${email}. Письма нет?`, { useInnerText: true });
    await expect(help.getByRole('link', { name: 'Напишите нам' })).toHaveAttribute('href', '/ru/help/contact');
    // A page that was opened again does not know the address.
    const again = await page.context().newPage();
    await again.goto('/ru/success/application');
    const later = again.locator('p', { hasText: 'Письма нет?' }).filter({ visible: true });
    await expect(later).toContainText(words('ru', 'application', 'success.lead'));
    await expect(later).not.toContainText(' на .', { useInnerText: true });
    await again.close();
    await main.getByRole('link', { name: words('ru', 'application', 'success.open') }).click();
    await page.waitForURL('**/ru/profile');
    await page.goto('/ru/profile/status');
    await expect(main).toContainText(words('ru', 'auth', 'stages.submitted.title'));
    await expect(page.locator('body')).toContainText(reference);
  });
});

test(
  'an investor applies on a desktop, and the confirmation opens in every tab and prints both languages (ru)',
  RELEASE,
  async ({ page, storage }) => {
    const applicant = investor(`investor.ru.${Date.now()}@example.org`);
    const reference = await apply(page, 'ru', applicant);
    await expectStored(storage, reference, applicant);

    // After sending, the page has a full copy in both languages, which is not stored.
    const { email } = applicant.step1;
    await expect(page.getByRole('main')).toContainText(String(email));
    for (const locale of LOCALES) {
      const copy = page.locator('[data-copy]', { hasText: words(locale, 'application', 'success.copy.title') });
      if (locale === 'en') await page.emulateMedia({ media: 'print' });
      for (const text of ['passport.pdf', 'EA1234567', words(locale, 'forms', 'fields.project.label')])
        await expect(copy).toContainText(text);
    }
    await page.emulateMedia({ media: null });
    const { pages, title } = await printPage(page);
    expect(title).toBe(`${words('ru', 'application', 'success.fileName')} ${reference}`);
    expect(pages, 'with the answers in both languages').toBeLessThanOrEqual(10);
    await page.emulateMedia({ media: 'screen' });
    expect(await everythingStored(page)).not.toContain('EA1234567');

    for (const locale of LOCALES) {
      const say = (key: string) => words(locale, 'application', key);
      const ours = page.getByRole('heading', { name: say('success.title') });
      const theirs = page.locator(`[lang="${LOCALES.find((other) => other !== locale)}"]:has(dl)`);
      await page.goto(`/${locale}/success/application`);
      await expect(ours).toBeVisible();
      await expect(referenceOn(page, locale)).toHaveText(reference);
      await expect(page.getByText(say('stages.in_review.title'))).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: say('success.signIn') })).toHaveCount(1);
      await expect(theirs).toBeHidden();
      await page.emulateMedia({ media: 'print' });
      await expect(ours).toBeVisible();
      await expect(theirs).toBeVisible();
      await expect(theirs).toContainText(reference);
      await expect(theirs).toContainText('/auth/login');
      await expect(page.getByRole('button', { name: say('success.print') })).toHaveCount(0);
      await page.emulateMedia({ media: null });
      const paper = await printPage(page);
      expect(paper.title).toBe(`${say('success.fileName')} ${reference}`);
      expect(paper.pages, 'in both languages, without the answers').toBeLessThanOrEqual(4);
      await page.emulateMedia({ media: 'screen' });
    }
    const later = await page.context().newPage();
    await page.close();
    await open(later, 'en', '/application');
    await later.getByRole('link', { name: reference }).click();
    await expect(referenceOn(later, 'en')).toHaveText(reference);
  },
);
