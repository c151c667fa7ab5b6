/** A phone takes the picture for a field of another device, each a separate browser context. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Part } from '../../../src/domain/application/fields.ts';
import { partRoute } from '../../../src/domain/application/steps.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { PHOTO_TYPES } from '../../../src/domain/input/files.ts';
import { specialist } from '../support/applicants.ts';
import { storedDigests } from '../support/device.ts';
import { fixture } from '../support/fill.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { askPhone, newPhone } from '../support/parcel.ts';
import { expect, expectedErrors, open, type Page, test } from '../support/portal.ts';
import { longIf } from '../support/stages.ts';

// The browser logs the end of a link, and a network over its quota.
expectedErrors.push(/status of 410/, /status of 429/);

const say = (locale: Locale, key: string) => words(locale, 'parcel', `photo.${key}`);

/** Asks a phone for the first file of a part. @returns the link */
async function ask(page: Page, locale: Locale, part: Part): Promise<string> {
  await open(page, locale, partRoute(part, 'specialist'));
  return askPhone(page, locale);
}

/** Returns the digest of a fixture, as {@link storedDigests} has it. */
const digestOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(fixture(name)))
    .digest()
    .join(' ');

for (const locale of LOCALES) {
  test(
    `a phone sends a photo and a document into their fields (${locale})`,
    longIf(locale === 'ru'),
    async ({ page, browser, baseURL }) => {
      await storeFinishedDraft(page, specialist(`phone.${locale}@example.org`));
      for (const { part, file } of [
        { part: 'photo', file: 'photo.jpg' },
        { part: 'documents', file: 'resume.pdf' },
      ] as const) {
        const before = (await storedDigests(page)).filter((digest) => digest === digestOf(file)).length;
        const link = await ask(page, locale, part);
        const phone = await newPhone(browser, baseURL);
        await phone.goto(link);
        await expect(phone.getByText(say(locale, 'send.warning'))).toBeVisible();
        await expect(phone).toHaveURL(new RegExp(`/${locale}/parcel/photo$`));
        await phone.getByRole('button', { name: say(locale, 'send.accept') }).click();
        // Pictures only: with other types, Android opens its files instead of the camera.
        const pictures = PHOTO_TYPES.join(',');
        await expect(phone.getByLabel(say(locale, 'send.camera'))).toHaveAttribute('accept', pictures);
        await phone.getByLabel(say(locale, 'send.choose')).setInputFiles(fixture(file));
        if (part === 'photo') {
          const picture = phone.getByRole('img', { name: say(locale, 'send.picture') });
          await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
        }
        await phone.getByRole('button', { name: say(locale, 'send.send'), exact: true }).click();
        await expect(page.getByText(say(locale, 'ask.taken'))).toBeVisible();
        await expect(phone.getByText(say(locale, 'send.taken.title'))).toBeVisible();
        await expect
          .poll(async () => (await storedDigests(page)).filter((digest) => digest === digestOf(file)).length)
          .toBe(before + 1);
        await phone.context().close();
      }
    },
  );
}
