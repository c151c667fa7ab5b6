/** A link between two devices in real life: damaged by a mail gateway, reloaded, and its first device on another page. */
import { partRoute } from '../../src/domain/application/steps.ts';
import { writtenDay } from '../../src/domain/i18n/dates.ts';
import { specialist } from './support/applicants.ts';
import { storedDigests, storedRecord } from './support/device.ts';
import { words } from './support/locale-words.ts';
import { keptBy, makeLink, newDevice, noteRequests } from './support/parcel.ts';
import { expect, expectedErrors, open, test } from './support/portal.ts';
import { LONG } from './support/stages.ts';

// The browser logs changes by the other device.
expectedErrors.push(/status of 41[02]/);

test(
  'a draft moves by a link whose # became %23, and its first device stops offering edits',
  LONG,
  async ({ page, browser, baseURL }) => {
    const say = (key: string) => words('ru', 'parcel', `draft.${key}`);
    const link = await makeLink(page, 'ru', 'draft.send.start', specialist('gateway.ru@example.org'));
    const [address = '', secret = ''] = link.split('#');
    await open(page, 'ru', partRoute('employer', 'specialist'));

    const there = await newDevice(browser, baseURL);
    const sent = noteRequests(there);
    await there.goto('/robots.txt');
    await there.evaluate((href) => {
      document.body.innerHTML = `<a href="${href}">link</a>`;
    }, `${address}?utm_source=mail%23${secret}.`);
    await there.getByRole('link').click();
    await expect(there.getByRole('button', { name: say('receive.start') })).toBeVisible();
    await expect(there).toHaveURL(/\/ru\/parcel\/draft$/);
    await there.evaluate((href) => location.assign(href), `${address}%23${secret}%3E`);
    await expect(there.getByRole('button', { name: say('receive.start') })).toBeVisible();
    await expect(there).toHaveURL(/\/ru\/parcel\/draft$/);
    // No file of the page was requested with the key.
    const requests = (await sent()).split('\n').filter((request) => request.includes(secret));
    expect(requests).toHaveLength(2);
    await there.reload();
    await there.getByRole('button', { name: say('receive.start') }).click();
    await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
    expect(await storedDigests(there)).toEqual(await storedDigests(page));
    await there.reload();
    await expect(there.getByText(say('receive.arrived.title'))).toBeVisible();
    expect(await keptBy(there)).not.toContain(secret);

    // Without a reload, on another page of the form.
    await expect(page.getByText(words('ru', 'application', 'draft.moved.title'))).toBeVisible();
    const { move } = (await storedRecord(page)) ?? {};
    const forms = (key: string, values = {}) => words('ru', 'forms', key, values);
    const day = writtenDay((move as { movedAt: string }).movedAt, forms);
    await expect(page.getByText(words('ru', 'application', 'draft.moved.text', { day }))).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await page.getByRole('button', { name: words('ru', 'application', 'draft.moved.goOn') }).click();
    await expect(page.locator('[name=company_name]')).toBeVisible();
    expect(await storedRecord(page)).toMatchObject({ move: null });
    await there.context().close();
  },
);
