/**
 * Every page in its states, held against WCAG 2.2 AA and best practices by axe. Language, size and colour scheme are taken
 * in turn; all of them together, and all states: long/accessibility.test.ts.
 */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { STATES } from './support/accessibility-states.ts';
import { findings } from './support/axe.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';

// The browser reports by itself what the states need: calls that are refused, and a page that is not there.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });

const SIZES = [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
] as const;

/** Pages wait and tell of a failed call in much the same way: here it is looked at on the first page that does so. */
const ALIKE = ['loading', 'failed'];
const firstOfAlike = ALIKE.map((alike) => STATES.findIndex(({ state }) => state === alike));

for (const [index, { route, state, small, show }] of STATES.entries()) {
  if (ALIKE.includes(state) && !firstOfAlike.includes(index)) continue;
  // Counted in twos, so that each value meets each; one further after every eight, since pages have eight states too.
  const turn = index + (index >> 3);
  const locale = LOCALES[turn % 2] ?? 'ru';
  const viewport = SIZES[small ? 0 : (turn >> 1) % 2] ?? SIZES[0];
  const colorScheme = (turn >> 2) % 2 ? 'dark' : 'light';
  test.describe(() => {
    test.use({ viewport, colorScheme });
    test(`nothing is found on ${route}, ${state} (${locale}, ${viewport.width}, ${colorScheme})`, async ({
      page,
      storage,
      baseURL,
    }) => {
      await show({ page, locale, storage, baseURL: baseURL ?? '' });
      expect(await findings(page)).toEqual([]);
    });
  });
}

test('in forced colours the main action still differs from the others', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/en/no-such-page');
  const ground = (key: string) =>
    page
      .getByRole('main')
      .getByRole('link', { name: words('en', 'home', `notFound.${key}`), exact: true })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await ground('home')).not.toBe(await ground('apply'));
});
