/**
 * Pictures of every page in every state for a person to look at before a release: on a phone and a desktop, in both languages,
 * dark, printed, and every mail. `npm run pictures` writes them with a contact sheet (support/pictures-reporter.ts).
 */
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { STATES } from '../support/accessibility-states.ts';
import { finishAnimations } from '../support/axe.ts';
import { readMailSamples, showMail } from '../support/mail-samples.ts';
import { savePicture } from '../support/pictures.ts';
import { expectedErrors, test } from '../support/portal.ts';

// The browser logs what the states need: refused calls, and a missing page.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });

/** A phone, a desktop, and a sheet of A4 without margins at 96 dpi. */
const [PHONE, DESKTOP, PAPER] = [375, 1440, 672];

for (const { route, state, small, show } of STATES)
  for (const locale of LOCALES)
    test(`${route}, ${state} (${locale})`, async ({ page, storage, baseURL }) => {
      const take = async (width: number, look: string) => {
        await page.setViewportSize({ width, height: 900 });
        await finishAnimations(page);
        await page.evaluate(() => document.fonts.ready);
        await savePicture(page, { group: route, name: `${state}, ${locale}, ${look}` });
      };
      await page.setViewportSize({ width: PHONE, height: 900 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await show({ page, locale, storage, baseURL: baseURL ?? '' });
      await take(PHONE, 'phone');
      await page.emulateMedia({ colorScheme: 'dark' });
      await take(PHONE, 'phone, dark');
      await page.emulateMedia({ colorScheme: 'light', media: 'print' });
      await take(PAPER, 'printed');
      await page.emulateMedia({ media: 'screen' });
      if (!small) await take(DESKTOP, 'desktop');
    });

test('mails', async ({ page }) => {
  for (const sample of await readMailSamples()) {
    await page.setViewportSize({ width: PHONE, height: 900 });
    await showMail(page, sample);
    await savePicture(page, { group: 'mails', name: `${sample.name}, ${sample.locale}` });
  }
});
