/** Notices of errors that support can help with lead to the ways to reach it, with or without a reference. */
import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';
import { SignInRefusal } from '../../../../src/islands/auth/SignInRefusal.tsx';
import { RefusalNotice } from '../../../../src/islands/fields/RefusalNotice.tsx';
import { LocaleContext } from '../../../../src/islands/ui/hooks.ts';
import { EmailText } from '../../../../src/islands/ui/Texts.tsx';
import type { CallRefusal } from '../../../../src/stores/api/request.ts';

const read = (namespace: string, locale: string) =>
  JSON.parse(readFileSync(`locales/${namespace}/${locale}.json`, 'utf8')) as Record<string, unknown>;

await i18next.init({
  initImmediate: false,
  fallbackLng: false,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    LOCALES.map((locale) => [locale, { forms: read('forms', locale), auth: read('auth', locale) }]),
  ),
});

const REFERENCE = '0a1b2c3d-0000-4000-8000-00000000000a';
const refusal = (code: CallRefusal['code'], requestId?: string): CallRefusal => ({
  code,
  fields: {},
  ...(requestId && { requestId }),
});

describe.each(LOCALES)('a notice of an error (%s)', (locale) => {
  const help = `href="/${locale}/help/contact"`;
  const render = (element: ReactElement) =>
    renderToStaticMarkup(createElement(LocaleContext, { value: locale }, element));
  const notice = (refusal: CallRefusal) => render(createElement(RefusalNotice, { refusal }));
  const signInRefusal = (shown: CallRefusal) => render(createElement(SignInRefusal, { refusal: shown, focusKey: 0 }));

  test.each([
    ['a notice', notice],
    ['a refusal of an account form', signInRefusal],
  ])('%s links to help, and has the reference of a response', (_, shown) => {
    const answered = shown(refusal('internal', REFERENCE));
    expect(answered).toContain(help);
    expect(answered).toContain(REFERENCE);
    const silent = shown(refusal('host_timeout'));
    expect(silent).toContain(help);
    expect(silent).not.toMatch(/undefined|\{\{/);
  });

  test('a wrong password has advice of its own and no link to help', () => {
    expect(signInRefusal(refusal('invalid_credentials', REFERENCE))).not.toContain(help);
  });
});

describe('an e-mail address', () => {
  const shown = (email: string) => renderToStaticMarkup(createElement(EmailText, { email }));

  test('an address may wrap before its "@" only', () => {
    expect(shown('anna@example.org')).toBe('<span>anna</span><wbr/><span>@example.org</span>');
  });

  test('an address with a Unicode domain is shown in its letters', () => {
    expect(shown('anna@xn--e1aybc.xn--p1ai')).toBe('<span>anna</span><wbr/><span>@тест.рф</span>');
  });
});
