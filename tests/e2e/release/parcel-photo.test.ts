/** A phone takes the picture for a field of another device, each a separate browser context. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Part } from '../../../src/domain/application/fields.ts';
import { partRoute } from '../../../src/domain/application/steps.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { PHOTO_TYPES } from '../../../src/domain/input/files.ts';
import { sealing } from '../../../src/stores/parcel/sealing.ts';
import { changeRows, createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { changeLink } from '../support/account-page.ts';
import { specialist } from '../support/applicants.ts';
import { storedDigests } from '../support/device.ts';
import { fixture } from '../support/fill.ts';
import { box } from '../support/form.ts';
import { holdNewScripts } from '../support/hold.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { throttleToMobile } from '../support/mobile-line.ts';
import { askPhone, isParcelDeletion, linkOn, newPhone, sendFromPhone } from '../support/parcel.ts';
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

test("computer and phone show each other's actions (ru)", async ({ page, browser, baseURL }) => {
  await storeFinishedDraft(page, specialist('sides.ru@example.org'));
  const phone = await newPhone(browser, baseURL);

  // The phone cancels.
  await phone.goto(await ask(page, 'ru', 'documents'));
  await phone.getByRole('button', { name: say('ru', 'send.accept') }).click();
  await phone.getByRole('button', { name: say('ru', 'send.cancel') }).click();
  await expect(page.getByText(say('ru', 'ask.cancelled'))).toBeVisible();

  // Two phones open the link.
  await page.getByRole('button', { name: say('ru', 'ask.again') }).click();
  const link = await linkOn(page, 'ru');
  await phone.goto('/robots.txt');
  await phone.goto(link);
  await phone.getByRole('button', { name: say('ru', 'send.accept') }).click();
  const second = await newPhone(browser, baseURL);
  await second.goto(link);
  await second.getByRole('button', { name: say('ru', 'send.accept') }).click();
  await expect(second.getByText(say('ru', 'send.camera'))).toBeVisible();

  // The asking page is closed.
  await page.goto('/robots.txt');
  await expect(second.getByText(say('ru', 'send.gone.title'))).toBeVisible();
  await expect(phone.getByText(say('ru', 'send.gone.title'))).toBeVisible();
  await second.context().close();
  await phone.context().close();
});

test('a photo link cancelled while it is being created is deleted, and another works (ru)', async ({
  page,
  browser,
  baseURL,
}) => {
  await storeFinishedDraft(page, specialist('making.ru@example.org'));
  await open(page, 'ru', partRoute('documents', 'specialist'));
  const { promise: cancelled, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/api/v1/parcels/*', async (route) => {
    if (route.request().method() === 'PUT') await cancelled;
    await route.continue();
  });
  await page
    .getByRole('button', { name: words('ru', 'forms', 'file.phone') })
    .first()
    .click();
  await expect(page.getByText(say('ru', 'ask.making'))).toBeVisible();
  await page.getByRole('button', { name: words('ru', 'forms', 'file.phoneCancel') }).click();
  const again = page.getByRole('button', { name: words('ru', 'forms', 'file.phone') }).first();
  await expect(again).toBeFocused();
  const deleted = page.waitForResponse((response) => isParcelDeletion(response.request()));
  letThrough();
  expect((await deleted).ok()).toBe(true);
  await expect(page.getByRole('textbox', { name: words('ru', 'parcel', 'common.link') })).toHaveCount(0);

  await again.click();
  const phone = await newPhone(browser, baseURL);
  await phone.goto(await linkOn(page, 'ru'));
  await expect(phone.getByText(say('ru', 'send.warning'))).toBeVisible();
  await phone.context().close();
});

test('a photo link can be cancelled before its script is loaded, and then sends nothing (en)', async ({ page }) => {
  await storeFinishedDraft(page, specialist('script.en@example.org'));
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') written.push(request.url());
  });
  await open(page, 'en', partRoute('documents', 'specialist'));
  const offer = page.getByRole('button', { name: words('en', 'forms', 'file.phone') }).first();
  await expect(offer).toBeEnabled();
  const release = await holdNewScripts(page);
  await offer.click();
  // The dialog that creates the link has a button with the same label.
  const cancel = page.getByRole('button', { name: words('en', 'forms', 'file.phoneCancel'), exact: true });
  await cancel.click();
  await expect(cancel).toHaveCount(0);
  release();
  await page.waitForLoadState('networkidle');
  await expect(cancel).toHaveCount(0);
  expect(written).toEqual([]);
});

test('a phone reports a file of a wrong type, and another can be chosen (en)', async ({ page, browser, baseURL }) => {
  await storeFinishedDraft(page, specialist('wrong.en@example.org'));
  const phone = await newPhone(browser, baseURL);
  await phone.goto(await ask(page, 'en', 'documents'));
  await phone.getByRole('button', { name: say('en', 'send.accept') }).click();
  await expect(phone.getByText(say('en', 'send.camera'))).toBeVisible();
  const choose = phone.getByLabel(say('en', 'send.choose'));
  await choose.setInputFiles({
    name: 'paper.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('no paper at all'),
  });
  await expect(phone.getByText(words('en', 'forms', 'errors.file_type'))).toBeVisible();
  await choose.setInputFiles(fixture('resume.pdf'));
  await expect(phone.getByText('resume.pdf')).toBeVisible();
  // The computer has the phone's write; otherwise cancelling would be refused first.
  await page.getByRole('button', { name: words('en', 'forms', 'file.phoneCancel'), exact: true }).click();
  await expect(phone.getByText(say('en', 'send.cancelled.title'))).toBeVisible();
  await phone.context().close();
});

test('a phone on a line of 400 kbit/s sends a picture (ru)', async ({ page, browser, baseURL }) => {
  await storeFinishedDraft(page, specialist('train.ru@example.org'));
  const phone = await newPhone(browser, baseURL);
  await throttleToMobile(phone);
  await phone.goto(await ask(page, 'ru', 'documents'));
  await sendFromPhone(phone, 'ru', fixture('passport-photo.jpg'));
  await expect(phone.getByText(say('ru', 'send.taken.title'))).toBeVisible();
  await expect(page.getByText(say('ru', 'ask.taken'))).toBeVisible();
  await expect.poll(() => storedDigests(page)).toContain(digestOf('passport-photo.jpg'));
  await phone.context().close();
});

test('a phone whose network sends too often shows that, and can try again (ru)', async ({ page, browser, baseURL }) => {
  await storeFinishedDraft(page, specialist('limit.ru@example.org'));
  const phone = await newPhone(browser, baseURL);
  await phone.goto(await ask(page, 'ru', 'documents'));
  await phone.route('**/api/v1/parcels/*/*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '60' },
      json: { code: 'slow_down', message: 'x', request_id: 'r' },
    }),
  );
  await sendFromPhone(phone, 'ru', fixture('resume.pdf'));
  await expect(phone.getByText(say('ru', 'send.limit'))).toBeVisible();
  await phone.unroute('**/api/v1/parcels/*/*');
  await phone.getByRole('button', { name: words('ru', 'parcel', 'common.goOn') }).click();
  await expect(phone.getByText(say('ru', 'send.taken.title'))).toBeVisible();
  await phone.context().close();
});

test('cancelling at the computer while the file arrives is shown on the phone (ru)', async ({
  page,
  browser,
  baseURL,
}) => {
  await storeFinishedDraft(page, specialist('stops.ru@example.org'));
  const before = await storedDigests(page);
  const phone = await newPhone(browser, baseURL);
  await phone.goto(await ask(page, 'ru', 'documents'));
  // The fetched file never arrives.
  await page.route('**/api/v1/parcels/*/*', (route) =>
    route.request().method() === 'GET' ? undefined : route.fallback(),
  );
  await sendFromPhone(phone, 'ru', fixture('resume.pdf'));
  await expect(page.getByRole('progressbar', { name: words('ru', 'parcel', 'common.progress') })).toBeVisible();
  await page.getByRole('button', { name: words('ru', 'forms', 'file.phoneCancel'), exact: true }).click();
  await expect(phone.getByText(say('ru', 'send.cancelled.title'))).toBeVisible();
  expect(await storedDigests(page)).toEqual(before);
  await phone.context().close();
});

test('a phone sends a file into a submitted application (en)', async ({ page, browser, baseURL }) => {
  await setOwnNetwork(page);
  await signInByCall(page, await createAccount(page, 'en'));
  await open(page, 'en', '/profile/application/founder#change');
  await changeLink(page, 'photo', 'en').click();
  const phone = await newPhone(browser, baseURL);
  await phone.goto(await askPhone(page, 'en'));
  await sendFromPhone(phone, 'en', fixture('photo-clean.jpg'));
  await expect(phone.getByText(say('en', 'send.taken.title'))).toBeVisible();
  await expect(page.getByText(say('en', 'ask.taken'))).toBeVisible();
  await expect(box(page, 'file5')).toHaveAccessibleDescription(/photo-clean\.jpg/);
  await phone.context().close();
});

test('a photo link expires on both sides (en)', async ({ page, browser, baseURL, storage }) => {
  await storeFinishedDraft(page, specialist('late.en@example.org'));
  const phone = await newPhone(browser, baseURL);
  const link = await ask(page, 'en', 'documents');
  await phone.goto(link);
  await phone.getByRole('button', { name: say('en', 'send.accept') }).click();
  const { id } = (await sealing.keysOf(link.split('#')[1] ?? '')) ?? {};
  changeRows(storage, 'UPDATE parcels SET expires_at = ? WHERE id = ?', Date.now() - 1000, id ?? '');
  await expect(page.getByText(say('en', 'ask.ended'))).toBeVisible();
  await expect(phone.getByText(say('en', 'send.gone.title'))).toBeVisible();
  await page.getByRole('button', { name: say('en', 'ask.again') }).click();
  await expect(page.getByText(say('en', 'ask.waiting'))).toBeVisible();
  await phone.context().close();
});

test('a photo from a phone is cropped in its field like any other (ru)', async ({ page, browser, baseURL }) => {
  await storeFinishedDraft(page, specialist('crop.ru@example.org'));
  const phone = await newPhone(browser, baseURL);
  await phone.goto(await ask(page, 'ru', 'photo'));
  await sendFromPhone(phone, 'ru', fixture('passport.png'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('application')).toBeVisible();
  await dialog.getByRole('button', { name: words('ru', 'forms', 'crop.apply'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(words('ru', 'forms', 'crop.done'))).toBeVisible();
  await expect(phone.getByText(say('ru', 'send.taken.title'))).toBeVisible();
  await expect(box(page, 'file5')).toHaveAccessibleDescription(/passport/);
  await phone.context().close();
});
