/** A draft with its files moves from one device to another, each a separate browser context. */
import { readFile } from 'node:fs/promises';
import { answeredParts } from '../../../src/domain/application/steps.ts';
import { writtenDay, writtenTime } from '../../../src/domain/i18n/dates.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { founder, specialist } from '../support/applicants.ts';
import { storedDigests, storedRecord } from '../support/device.ts';
import { sentence } from '../support/form.ts';
import { holdScripts } from '../support/hold.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { throttleToMobile } from '../support/mobile-line.ts';
import { cutBlobs, linkOn, makeLink, newDevice, noteRequests, openOffer } from '../support/parcel.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';
import { longIf } from '../support/stages.ts';

// The browser logs lost connections, and changes or deletions by the other device.
expectedErrors.push(/net::ERR_CONNECTION_RESET/, /status of 41[02]/);

for (const locale of LOCALES) {
  const say = (key: string) => words(locale, 'parcel', `draft.${key}`);

  test(
    `a draft is continued on another device (${locale})`,
    longIf(locale === 'ru'),
    async ({ page, browser, baseURL }) => {
      const sentByFirst = noteRequests(page);
      await storeFinishedDraft(page, specialist(`parcel.${locale}@example.org`));
      await open(page, locale, '/application');
      await openOffer(page, locale, 'draft.send');
      // The key of the link is stored beside the draft later, perhaps in another minute.
      const record = await storedRecord(page);
      await page.getByRole('button', { name: say('send.start'), exact: true }).click();
      const link = await linkOn(page, locale);
      await expect(page.getByRole('img', { name: words(locale, 'parcel', 'common.qr') })).toBeVisible();

      const there = await newDevice(browser, baseURL);
      const sentByOther = noteRequests(there);
      await there.goto(link);
      await expect(there).toHaveURL(new RegExp(`/${locale}/parcel/draft$`));
      // The page shows the contents before they are taken over.
      const { length: parts } = answeredParts('specialist');
      const forms = (key: string, values = {}) => words(locale, 'forms', key, values);
      const saved = String(record?.changedAt);
      await expect(there.getByRole('main').getByRole('listitem')).toHaveText([
        words(locale, 'application', 'types.specialist.title'),
        words(locale, 'parcel', 'draft.receive.done', { done: `${parts}`, parts: `${parts}` }),
        words(locale, 'parcel', 'draft.receive.saved', { day: writtenDay(saved, forms), time: writtenTime(saved) }),
        new RegExp(`^${(await storedDigests(page)).length} `),
      ]);
      await there.getByRole('button', { name: say('receive.start') }).click();
      await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
      await expect(page.getByText(words(locale, 'application', 'draft.moved.title'))).toBeVisible();

      const digests = await storedDigests(page);
      expect(digests.length).toBeGreaterThan(5);
      expect(await storedDigests(there)).toEqual(digests);
      const [sent, received] = [await storedRecord(page), await storedRecord(there)];
      expect(received?.saved).toEqual(sent?.saved);

      // The link works once.
      const late = await newDevice(browser, baseURL);
      await late.goto(link);
      await expect(late.getByText(say('receive.used.title'))).toBeVisible();
      await late.context().close();

      // The secret in the fragment was sent to no server.
      const secret = link.split('#')[1] ?? '';
      expect(secret).toMatch(/^.{22}$/);
      for (const all of [await sentByFirst(), await sentByOther()]) expect(all).not.toContain(secret);
      await there.context().close();
    },
  );
}

for (const [kind, side] of [
  ['draft', 'receive'],
  ['company', 'answer'],
  ['photo', 'send'],
]) {
  test(`the secret of a link leaves the URL before the page is hydrated (${kind})`, async ({ page }) => {
    const release = await holdScripts(page);
    // A truncated link sends no request.
    await page.goto(`/en/parcel/${kind}#abc`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/en/parcel/${kind}$`));
    release();
    await expect(page.getByText(words('en', 'parcel', `${kind}.${side}.cut.title`))).toBeVisible();
  });
}

test("a bot that opens a draft's link first does not use it up", async ({ page, browser, request, baseURL }) => {
  const say = (key: string) => words('en', 'parcel', `draft.${key}`);
  const link = await makeLink(page, 'en', 'draft.send.start', specialist('robot.en@example.org'));

  expect((await request.get(link)).status()).toBe(200);
  // A robot that runs scripts presses no button.
  for (const javaScriptEnabled of [false, true]) {
    const robot = await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? '' });
    const preview = await robot.newPage();
    await preview.goto(link);
    if (javaScriptEnabled) await expect(preview.getByRole('button', { name: say('receive.start') })).toBeVisible();
    await robot.close();
  }

  const owner = await browser.newContext({ baseURL: baseURL ?? '' });
  const there = await owner.newPage();
  await there.goto(link);
  await there.getByRole('button', { name: say('receive.start') }).click();
  await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
  await owner.close();
});

test('a draft on the other device is replaced only after a confirmation, and a link can be cancelled', async ({
  page,
  browser,
  baseURL,
}) => {
  const say = (key: string) => words('en', 'parcel', `draft.${key}`);
  await storeFinishedDraft(page, specialist('replaces.en@example.org'));
  const there = await newDevice(browser, baseURL);
  await storeFinishedDraft(there, founder('replaced.en@example.org'));
  const own = await storedDigests(there);

  await open(page, 'en', '/application');
  await openOffer(page, 'en', 'draft.send');
  await page.getByRole('button', { name: say('send.start'), exact: true }).click();
  await there.goto(await linkOn(page, 'en'));
  await expect(there.getByText(say('receive.replaces'))).toBeVisible();
  const copying = there.waitForEvent('download');
  await there.getByRole('button', { name: words('en', 'application', 'draft.rescue.download') }).click();
  const copy = await readFile(await (await copying).path(), 'utf8');
  for (const text of [founder('replaced.en@example.org').step1.surname, words('en', 'forms', 'fields.surname.label')])
    expect(copy).toContain(String(text));
  await page.getByRole('button', { name: say('send.cancel') }).click();
  await expect(page.getByText(say('send.cancelled.title'))).toBeVisible();
  await expect(there.getByText(say('receive.cancelled.title'))).toBeVisible();
  expect(await storedDigests(there)).toEqual(own);

  await page.getByRole('button', { name: say('send.start'), exact: true }).click();
  await expect(page.getByText(say('send.ready'))).toBeVisible();
  await there.goto('/robots.txt');
  await there.goto(await linkOn(page, 'en'));
  await there.getByRole('button', { name: say('receive.replace') }).click();
  await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
  expect(await storedRecord(there)).toMatchObject({ type: 'specialist' });
  expect(await storedDigests(there)).toEqual(await storedDigests(page));
  await there.context().close();
});

test('a second device can move a draft whose first move has stopped', async ({ page, browser, baseURL }) => {
  const say = (key: string) => words('ru', 'parcel', `draft.${key}`);
  const link = await makeLink(page, 'ru', 'draft.send.start', specialist('second.ru@example.org'));

  const first = await newDevice(browser, baseURL);
  // The files that it fetches never arrive.
  await first.route('**/api/v1/parcels/*/*', () => undefined);
  await first.goto(link);
  await first.getByRole('button', { name: say('receive.start') }).click();

  const second = await newDevice(browser, baseURL);
  await second.goto(link);
  await second.getByRole('button', { name: say('receive.start') }).click();
  await expect(second.getByText(say('receive.arrived.title'))).toBeVisible();
  await expect(page.getByText(words('ru', 'application', 'draft.moved.title'))).toBeVisible();
  await expect(first.getByText(say('receive.used.title'))).toBeVisible();
  expect(await storedRecord(first)).toBeUndefined();
  await first.context().close();
  await second.context().close();
});

test('a draft that was stored while its link was cancelled is kept on both devices', async ({
  page,
  browser,
  baseURL,
}) => {
  const say = (key: string) => words('en', 'parcel', `draft.${key}`);
  const link = await makeLink(page, 'en', 'draft.send.start', specialist('race.en@example.org'));
  const there = await newDevice(browser, baseURL);
  // The write that ends the link is held until the draft is cancelled.
  const { promise: cancelled, resolve: letThrough } = Promise.withResolvers<void>();
  const { promise: stored, resolve: hasStored } = Promise.withResolvers<void>();
  await there.route('**/api/v1/parcels/*', async (route) => {
    if (route.request().method() === 'PUT') {
      hasStored();
      await cancelled;
    }
    await route.continue();
  });
  await there.goto(link);
  await there.getByRole('button', { name: say('receive.start') }).click();
  await stored;
  await page.getByRole('button', { name: say('send.cancel') }).click();
  await expect(page.getByText(say('send.cancelled.title'))).toBeVisible();
  letThrough();
  await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
  expect(await storedDigests(there)).toEqual(await storedDigests(page));
  expect(await storedRecord(page)).toMatchObject({ move: null });
  await there.context().close();
});

test('a draft with its files moves over lines of 400 kbit/s (ru)', async ({ page, browser, baseURL }) => {
  const say = (key: string) => words('ru', 'parcel', `draft.${key}`);
  const applicant = specialist('train.draft@example.org');
  await storeFinishedDraft(page, { ...applicant, step1: { ...applicant.step1, file4: 'passport-photo.jpg' } });
  await open(page, 'ru', '/application');
  await openOffer(page, 'ru', 'draft.send');
  const start = page.getByRole('button', { name: say('send.start'), exact: true });
  await expect(start).toBeVisible();
  await throttleToMobile(page);
  await start.click();
  await expect(page.getByText(say('send.ready'))).toBeVisible();
  const there = await newDevice(browser, baseURL);
  await throttleToMobile(there);
  await there.goto(await linkOn(page, 'ru'));
  await there.getByRole('button', { name: say('receive.start') }).click();
  await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
  await expect(page.getByText(words('ru', 'application', 'draft.moved.title'))).toBeVisible();
  expect(await storedDigests(there)).toEqual(await storedDigests(page));
  await there.context().close();
});

test('sending and receiving a draft resume after a lost connection', async ({ page, browser, baseURL }) => {
  const say = (key: string) => words('en', 'parcel', `draft.${key}`);
  const goOn = words('en', 'parcel', 'common.goOn');
  await storeFinishedDraft(page, specialist('cut.en@example.org'));
  const sent = await cutBlobs(page, 'PUT', 3);
  await open(page, 'en', '/application');
  await openOffer(page, 'en', 'draft.send');
  await page.getByRole('button', { name: say('send.start'), exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(sentence('en', 'parcel', 'draft.send.stopped.title'));
  sent.mend();
  await page.getByRole('button', { name: goOn, exact: true }).click();
  const link = await linkOn(page, 'en');
  const files = (await storedDigests(page)).length;
  expect(new Set(sent.passed).size).toBe(files + 1);
  expect(sent.passed).toHaveLength(files + 1);

  const there = await newDevice(browser, baseURL);
  const received = await cutBlobs(there, 'GET', 4);
  await there.goto(link);
  await there.getByRole('button', { name: say('receive.start') }).click();
  await expect(there.getByText(say('receive.stopped.title'))).toBeVisible();
  expect(await storedRecord(there)).toBeUndefined();
  received.mend();
  await there.getByRole('button', { name: goOn }).click();
  await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
  expect(received.passed).toHaveLength(files + 1);
  expect(await storedDigests(there)).toEqual(await storedDigests(page));
  await there.context().close();
});

test("clocks that differ by days do not end a draft's link", async ({ page, browser, baseURL }) => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const say = (key: string) => words('en', 'parcel', `draft.${key}`);
  // In the middle of a minute, so that sending does not change the shown time.
  const slow = new Date(Date.now() - 3 * DAY_MS);
  slow.setSeconds(30);
  await page.clock.setFixedTime(slow);
  const link = await makeLink(page, 'en', 'draft.send.start', specialist('clocks.en@example.org'));
  // The host's remaining day by this device's clock.
  const end = new Date(slow.getTime() + DAY_MS).toISOString();
  const forms = (key: string, values = {}) => words('en', 'forms', key, values);
  const until = { time: writtenTime(end), day: writtenDay(end, forms) };
  await expect(page.getByText(words('en', 'parcel', 'draft.send.limits', until))).toBeVisible();
  const there = await newDevice(browser, baseURL);
  await there.clock.setFixedTime(Date.now() + 40 * DAY_MS);
  await there.goto(link);
  await there.getByRole('button', { name: say('receive.start') }).click();
  await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
  await expect(page.getByText(words('en', 'application', 'draft.moved.title'))).toBeVisible();
  // The received draft is not considered expired either.
  await open(there, 'en', '/application');
  await expect(there.getByText(words('en', 'application', 'overview.ready'))).toBeVisible();
  await there.context().close();
});

test("a draft's link can be copied or shared", async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      document.title = JSON.stringify(data);
    };
  });
  const link = await makeLink(page, 'en', 'draft.send.start', specialist('shares.en@example.org'));
  await page.getByRole('button', { name: words('en', 'parcel', 'common.copy') }).click();
  await expect(page.getByText(words('en', 'parcel', 'common.copied'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.getByRole('button', { name: words('en', 'parcel', 'common.share') }).click();
  const title = words('en', 'parcel', 'draft.send.shared');
  await expect(page).toHaveTitle(JSON.stringify({ title, url: link }));
});
