/** The text of a wait, which is never shorter than the wait. */
import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { waitTime } from '../../../src/islands/auth/SignInRefusal.tsx';

const mocked = vi.hoisted(() => ({ pageText: (_locale: Locale, _namespace: string): unknown => undefined }));
vi.mock('../../../src/stores/page-text.ts', () => ({
  pageText: (locale: Locale, namespace: string) => mocked.pageText(locale, namespace),
}));
const read = (locale: Locale) =>
  JSON.parse(readFileSync(new URL(`../../../locales/auth/${locale}.json`, import.meta.url), 'utf8'));
const instance = i18next.createInstance();
await instance.init({
  initImmediate: false,
  resources: Object.fromEntries(LOCALES.map((locale) => [locale, { auth: read(locale) }])),
});
mocked.pageText = (locale, namespace) => instance.getFixedT(locale, namespace);

const HOUR = 3600;

it.each([
  [25 * HOUR, '25'],
  [24 * HOUR + 1, '25'],
  [24 * HOUR, '24'],
  [90 * 60 + 1, '2'],
  [90 * 60, '90'],
  [91, '2'],
  [90, '90'],
])('a wait of %i seconds is written as %s', (seconds, count) => {
  for (const locale of LOCALES) expect(waitTime(locale, seconds)).toMatch(new RegExp(`^${count}\\D`));
});
