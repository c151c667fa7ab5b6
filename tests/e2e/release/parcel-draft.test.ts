import { answeredParts } from '../../../src/domain/application/steps.ts';
import { writtenDay, writtenTime } from '../../../src/domain/i18n/dates.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { specialist } from '../support/applicants.ts';
import { storedDigests, storedRecord } from '../support/device.ts';
import { holdScripts } from '../support/hold.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { linkOn, newDevice, noteRequests, openOffer } from '../support/parcel.ts';
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
