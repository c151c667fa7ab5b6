/**
 * What a screen reader says of each page of the journey and of the account, in both languages: the accessibility tree as
 * text, so that a change in what is heard shows in a review. `--update-snapshots` writes tests/fixtures/spoken.
 */
import type { Page } from 'playwright/test';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { STATES } from '../support/accessibility-states.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';

// The browser logs what the states need: refused calls, and a missing page.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const monthsOf = (locale: string) =>
  ['long', 'short'].flatMap((month) =>
    Array.from({ length: 12 }, (_, index) =>
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: month as 'long' })
        .formatToParts(new Date(2026, index, 15))
        .filter(({ type }) => type === 'month')
        .map(({ value }) => value),
    ).flat(),
  );

/** Numbers, days and addresses, which are of this run; pictures are loaded at their own time. */
const OF_THE_RUN = new RegExp(`ITV-\\w+|\\d+(?:[.:]\\d+)*|(?:${LOCALES.flatMap(monthsOf).join('|')})(?!\\p{L})`, 'gu');

const spoken = async (page: Page) =>
  (await page.locator('body').ariaSnapshot())
    .replace(/^\s*- (?:\/url: |'?img ).*\n?/gm, '')
    .replace(/^(\s*- figure .*):$/gm, '$1')
    .replace(OF_THE_RUN, '#')
    .replace(/#(?:[ \u00a0]#)+/g, '#');

/** Every page, in the state in which it says most. */
const REVIEWED =
  /^\/(?:type\/application)? opened$|^\/auth\/\S+ empty$|^\/(?:application|profile)\S* (?:filled|change)$|^\/(?:success\/application|profile\/security) success$/;

for (const row of STATES.filter(({ route, state }) => REVIEWED.test(`${route} ${state}`)))
  for (const locale of LOCALES) {
    const name = `${row.route.slice(1).replaceAll('/', '-') || 'home'}-${row.state.replaceAll(' ', '-')}.${locale}.yml`;
    test(`what is heard of ${row.route}, ${row.state} is as reviewed (${locale})`, async ({
      page,
      storage,
      baseURL,
    }) => {
      await row.show({ page, locale, storage, baseURL: baseURL ?? '' });
      await page.waitForLoadState('networkidle');
      // Pictures get their buttons when the browser is idle.
      const pictures = page.locator('picture-carousel');
      if ((await pictures.count()) > 0) await expect(pictures.getByRole('button').first()).toBeVisible();
      expect(await spoken(page)).toMatchSnapshot(name);
    });
  }
