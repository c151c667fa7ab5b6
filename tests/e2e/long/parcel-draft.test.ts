/** A draft with its files goes from one device to another, each a browser context of its own. */
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { specialist } from '../support/applicants.ts';
import { storedDigests, storedRecord } from '../support/device.ts';
import { holdScripts } from '../support/hold.ts';
import { keepFinished } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, test } from '../support/portal.ts';

for (const locale of LOCALES) {
  const say = (key: string) => words(locale, 'parcel', `draft.${key}`);

  test(`a draft is continued on another device (${locale})`, async ({ page, browser, baseURL }) => {
    await keepFinished(page, specialist(`parcel.${locale}@example.org`));
    await open(page, locale, '/application');
    await page.getByRole('button', { name: say('send.start'), exact: true }).click();
    const link = await page.getByRole('textbox', { name: words(locale, 'parcel', 'common.link') }).inputValue();
    await expect(page.getByRole('img', { name: words(locale, 'parcel', 'common.qr') })).toBeVisible();

    const phone = await browser.newContext({ baseURL: baseURL ?? '' });
    const there = await phone.newPage();
    await there.goto(link);
    await expect(there).toHaveURL(new RegExp(`/${locale}/parcel/draft$`));
    await there.getByRole('button', { name: say('receive.start') }).click();
    await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
    await expect(page.getByText(say('send.arrived.title'))).toBeVisible();

    const digests = await storedDigests(page);
    expect(digests.length).toBeGreaterThan(5);
    expect(await storedDigests(there)).toEqual(digests);
    const [sent, received] = [await storedRecord(page), await storedRecord(there)];
    expect(received?.saved).toEqual(sent?.saved);

    // It opens once.
    await there.goto('/robots.txt');
    await there.goto(link);
    await expect(there.getByText(say('receive.used.title'))).toBeVisible();
    await phone.close();
  });
}

for (const [kind, side] of [
  ['draft', 'receive'],
  ['company', 'answer'],
]) {
  test(`what stands in a link leaves the address before the scripts of the page are there (${kind})`, async ({
    page,
  }) => {
    const release = await holdScripts(page);
    // One that was cut off: nothing is asked of the host.
    await page.goto(`/en/parcel/${kind}#abc`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/en/parcel/${kind}$`));
    release();
    await expect(page.getByText(words('en', 'parcel', `${kind}.${side}.noLink.title`))).toBeVisible();
  });
}

test('a robot that opens the link before its owner uses nothing up', async ({ page, browser, request, baseURL }) => {
  const say = (key: string) => words('en', 'parcel', `draft.${key}`);
  await keepFinished(page, specialist('robot.en@example.org'));
  await open(page, 'en', '/application');
  await page.getByRole('button', { name: say('send.start'), exact: true }).click();
  const link = await page.getByRole('textbox', { name: words('en', 'parcel', 'common.link') }).inputValue();

  expect((await request.get(link)).status()).toBe(200);
  // One that runs scripts looks at most: it presses nothing.
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
