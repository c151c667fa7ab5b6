/**
 * axe checks two full pages against WCAG 2.2 AA and best practices. release/accessibility.test.ts covers all pages, states,
 * sizes, languages and schemes, and release/spoken.test.ts compares accessibility trees.
 */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { STATES } from './support/accessibility-states.ts';
import { findings } from './support/axe.ts';
import { expect, expectedErrors, test } from './support/portal.ts';

// The browser logs what the states need: refused calls, and a missing page.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });

const nameOf = ({ route, state }: (typeof STATES)[number]) => `${route} ${state}`;
/** The fullest page of the form and of the account. */
const FULLEST = ['/application/founder/check filled', '/profile filled'];

for (const [index, row] of STATES.filter((one) => FULLEST.includes(nameOf(one))).entries()) {
  const locale = LOCALES[index % 2] ?? 'ru';
  test.describe(() => {
    test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });
    test(`axe reports no violation on ${row.route}, ${row.state} (${locale})`, async ({ page, storage, baseURL }) => {
      await row.show({ page, locale, storage, baseURL: baseURL ?? '' });
      expect(await findings(page)).toEqual([]);
    });
  });
}

test('the table of states has a row for each tested page', () => {
  const known = STATES.map(nameOf);
  expect(FULLEST.filter((name) => !known.includes(name))).toEqual([]);
});

test('the table of states has a row for each page below src/pages', () => {
  const pages = globSync('**/*.astro', { cwd: resolve(import.meta.dirname, '../../src/pages/[locale]') })
    .map((file) => `/${file.replace(/\.astro$/, '')}`.replace(/\/index$/, '') || '/')
    .filter((route) => !route.includes('/_'));
  const shapeOf = (route: string) =>
    new RegExp(`^${route.replaceAll(/\[\.{3}\w+\]/g, '.+').replaceAll(/\[\w+\]/g, '[^/]+')}$`);
  expect(pages).toContain('/profile/status');
  expect(pages.filter((page) => !STATES.some(({ route }) => shapeOf(page).test(route)))).toEqual([]);
});
