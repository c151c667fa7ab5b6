/** Texts of the information pages that name a button name it as it is. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { readWords } from './read-words.ts';

it.each(LOCALES)('the rights name the button that downloads the application (%s)', (locale) => {
  const rights = readFileSync(new URL(`../../../src/content/privacy/rights/${locale}.json`, import.meta.url), 'utf8');
  expect(rights).toContain(`${readWords('auth', locale).get('home.archive.start')}`);
});
