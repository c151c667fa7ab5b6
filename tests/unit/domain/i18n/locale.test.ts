import { describe, expect, it } from 'vitest';
import { isLocale } from '../../../../src/domain/i18n/locales.ts';
import {
  chooseLocale,
  localeCookie,
  localePath,
  parseAcceptLanguage,
  splitLocale,
} from '../../../../src/domain/i18n/paths.ts';

describe('the language of a visitor', () => {
  it('the language is Russian when nothing else is known', () => {
    expect(chooseLocale({})).toBe('ru');
    expect(chooseLocale({ browser: ['de', 'fr-CA'], cookie: 'xx', query: '' })).toBe('ru');
  });

  it('the language comes from query, cookie, local storage, session storage or browser, in this order', () => {
    const all = { query: 'en', cookie: 'ru', localStorage: 'ru', sessionStorage: 'ru', browser: ['ru'] };
    expect(chooseLocale(all)).toBe('en');
    expect(chooseLocale({ ...all, query: null, cookie: 'en' })).toBe('en');
    expect(chooseLocale({ ...all, query: null, cookie: null, localStorage: 'en' })).toBe('en');
    expect(chooseLocale({ ...all, query: null, cookie: null, localStorage: null, sessionStorage: 'en' })).toBe('en');
    expect(chooseLocale({ browser: ['de', 'en-US', 'ru'] })).toBe('en');
  });

  it('an unknown language is skipped for the next source', () => {
    expect(chooseLocale({ query: 'xx', cookie: 'en' })).toBe('en');
  });

  it.each(['en', 'EN', 'en-US', 'en_GB', ' en '])('the language is read from %j', (hint) => {
    expect(chooseLocale({ query: hint })).toBe('en');
  });

  it('the language is stored for a year where scripts and the gateway read it', () => {
    expect(localeCookie('en')).toBe('i18next=en; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
  });

  it('isLocale accepts only languages of the portal', () => {
    expect([isLocale('ru'), isLocale('en'), isLocale('xx'), isLocale(null)]).toEqual([true, true, false, false]);
  });
});

describe('an Accept-Language header', () => {
  it.each([
    ['en-US,en;q=0.9,ru;q=0.8', ['en-US', 'en', 'ru']],
    ['ru;q=0.5, en;q=0.9', ['en', 'ru']],
    ['de, en;q=0', ['de']],
    ['*, en;q=0.1', ['en']],
    ['en; q=0.2, ru', ['ru', 'en']],
    ['en ;level=1; q=0.2,  ru', ['ru', 'en']],
    ['en;x=0.2, ru;q=0.9', ['en', 'ru']],
    ['en;q=high, ru', ['ru']],
    ['ru, en', ['ru', 'en']],
    [',,', []],
    ['', []],
    [null, []],
  ])('the Accept-Language header %j names %j, in this order', (header, tags) => {
    expect(parseAcceptLanguage(header)).toEqual(tags);
  });
});

describe('an address', () => {
  it.each([
    ['/en/auth/login', 'en', '/auth/login'],
    ['/ru/', 'ru', '/'],
    ['/en', 'en', '/'],
    ['/', null, '/'],
    ['/auth/login/', null, '/auth/login'],
    ['/english/auth', null, '/english/auth'],
    ['/EN/auth', null, '/EN/auth'],
    ['/auth/en', null, '/auth/en'],
    ['/en/en', 'en', '/en'],
    ['/auth/login///', null, '/auth/login'],
    ['//', null, '/'],
    ['', null, '/'],
  ])('the address %s has the language %j and the route %s', (pathname, locale, path) => {
    expect(splitLocale(pathname)).toEqual({ locale, path });
  });

  it.each([
    ['/', '/en'],
    ['/?lng=ru', '/en?lng=ru'],
    ['?lng=ru', '/en?lng=ru'],
    ['/#benefit', '/en#benefit'],
    ['/auth/login?from=/profile#x', '/en/auth/login?from=/profile#x'],
  ])('the route %s has the English address %s', (route, path) => {
    expect(localePath('en', route)).toBe(path);
  });

  it('splitLocale is the reverse of localePath', () => {
    for (const route of ['/', '/auth', '/type/application', '/profile/status'])
      expect(splitLocale(localePath('ru', route))).toEqual({ locale: 'ru', path: route });
  });
});
