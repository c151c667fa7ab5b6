/** What a photo does not say for certain is asked: the names of a covered line, and the century of a child's birth. */
import sharp from 'sharp';
import { passportPage } from '../../../functions/training/photos/page.ts';
import { secondLine } from '../../../functions/training/photos/passports.ts';
import { seededRandom } from '../../../functions/training/photos/random.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { box, partLink } from '../support/form.ts';
import { fillInButton, say, type Upload } from '../support/passport-photo.ts';
import { expect, open, type Page, test } from '../support/portal.ts';

const PASSPORT = '/application/passport?type=specialist';

const upload = (buffer: Uint8Array): Upload => ({
  name: 'passport.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(buffer),
});

/** A scan of a made-up passport whose year of birth may be of two centuries. */
async function childsPassport(): Promise<Upload> {
  const names = 'P<UTOALPHA<<BETA'.padEnd(44, '<');
  const birth = { number: 'L8988901C', code: 'UTO', birth: '220812', sex: 'F', expiry: '300415', optional: '' };
  const options = { scale: 10, lettering: { cut: 'sharp', weight: 0 } } as const;
  const { picture } = await passportPage([names, secondLine(birth)], options, seededRandom(7));
  const { width, height, data } = picture;
  return upload(
    await sharp(data, { raw: { width, height, channels: 1 } })
      .jpeg({ quality: 90 })
      .toBuffer(),
  );
}

async function read(page: Page, locale: (typeof LOCALES)[number], file: Upload): Promise<void> {
  await open(page, locale, PASSPORT);
  await box(page, 'file4').setInputFiles(file);
  await fillInButton(page, locale).click();
}

for (const locale of LOCALES) {
  test(`the century of a small child's birth is chosen by a button (${locale})`, async ({ page }) => {
    await read(page, locale, await childsPassport());
    const main = page.getByRole('main');
    await expect(page.getByText(say(locale, 'compare.title'), { exact: true })).toBeVisible();
    await partLink(page, 'name', locale).click();
    await expect(main).toContainText(say(locale, 'reasons.century'));
    await main.getByRole('button', { name: '2022' }).click();
    await expect(box(page, 'date_birth.year')).toHaveValue('2022');
    await expect(box(page, 'date_birth.day')).toHaveValue('12');
  });
}
