/**
 * axe checks the main pages against WCAG 2.2 AA and best practices, and their accessibility trees are compared. Languages and
 * colour schemes alternate; release/accessibility.test.ts covers all pages, states, sizes, languages and schemes.
 */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { STATES } from './support/accessibility-states.ts';
import { PAGES_WITH_TREES, treesOf } from './support/accessibility-trees.ts';
import { findings } from './support/axe.ts';
import { expect, expectedErrors, test } from './support/portal.ts';
import { releaseIf } from './support/stages.ts';

// The browser logs what the states need: refused calls, and a missing page.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });

const nameOf = ({ route, state }: (typeof STATES)[number]) => `${route} ${state}`;
const main = STATES.filter((row) => PAGES_WITH_TREES.includes(nameOf(row)));
/** The fullest page of the form and of the account for the short stage; the others run before a release. */
const FIRST = ['/application/founder/check filled', '/profile filled'];

for (const [index, row] of main.entries()) {
  const locale = LOCALES[index % 2] ?? 'ru';
  const colorScheme = (index >> 1) % 2 ? 'dark' : 'light';
  test.describe(() => {
    test.use({ viewport: { width: 1440, height: 900 }, colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    test(
      `axe reports no violation on ${row.route}, ${row.state} (${locale}, ${colorScheme})`,
      releaseIf(!FIRST.includes(nameOf(row))),
      async ({ page, storage, baseURL }) => {
        await row.show({ page, locale, storage, baseURL: baseURL ?? '' });
        expect(await findings(page)).toEqual([]);
        for (const tree of treesOf(row, locale)) await expect(page.locator('body')).toMatchAriaSnapshot(tree);
      },
    );
  });
}

test('the table of states has a row for each tested page and accessibility tree', () => {
  const known = STATES.map(nameOf);
  expect([...FIRST, ...PAGES_WITH_TREES].filter((name) => !known.includes(name))).toEqual([]);
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
