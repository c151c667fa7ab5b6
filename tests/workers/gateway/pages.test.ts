import { describe, expect, it } from 'vitest';
import { visitor } from './visitor.ts';

const guest = visitor();

async function titleAt(path: string, headers: Record<string, string> = {}) {
  const response = await guest.visit(path, { headers });
  return { response, title: /<title>(.*)<\/title>/.exec(await response.text())?.[1] };
}

describe('negotiated addresses', () => {
  it.each([
    ['Russian when nothing is known', '/auth/login', {}, 'ru/auth/login'],
    ['the browser’s language', '/auth/login', { 'Accept-Language': 'de, en-GB;q=0.8, ru;q=0.5' }, 'en/auth/login'],
    ['Russian for other languages', '/auth/login', { 'Accept-Language': 'xx, de' }, 'ru/auth/login'],
    ['the cookie before the browser', '/', { Cookie: 'a=b; i18next=en', 'Accept-Language': 'ru' }, 'en'],
    ['the query before the cookie', '/?lng=ru', { Cookie: 'i18next=en' }, 'ru'],
    ['the cookie when the query names no language', '/?lng=xx', { Cookie: 'i18next=en' }, 'en'],
  ])('a negotiated address shows %s', async (_, path, headers, title) => {
    const page = await titleAt(path, headers);
    expect(page.title).toBe(title);
    expect(page.response.status).toBe(200);
    expect(page.response.headers.get('content-language')).toBe(title.slice(0, 2));
    expect(page.response.headers.get('vary')).toBe('Accept-Language, Cookie');
    expect(page.response.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('a negotiated page has the headers built for it', async () => {
    const { response } = await titleAt('/auth/login');
    expect(response.headers.get('content-security-policy')).toContain('sha256-built');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('a negotiated page is 304 for a known ETag, and 200 once the language differs', async () => {
    const { response } = await titleAt('/auth/login');
    const headers = { 'If-None-Match': response.headers.get('etag') ?? '' };
    const again = await guest.visit('/auth/login', { headers });
    expect(again.status).toBe(304);
    expect(again.headers.get('vary')).toBe('Accept-Language, Cookie');
    const other = await titleAt('/auth/login', { ...headers, 'Accept-Language': 'en' });
    expect(other.response.status).toBe(200);
    expect(other.title).toBe('en/auth/login');
  });

  it('HEAD on a negotiated page returns its headers', async () => {
    const response = await guest.visit('/auth/login', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-language')).toBe('ru');
    expect(await response.text()).toBe('');
  });

  it('a trailing slash is removed by a redirect that keeps the query', async () => {
    for (const path of ['/auth/login/?lng=en', '/auth/login///?lng=en']) {
      const response = await guest.visit(path);
      expect(response.status, path).toBe(308);
      expect(response.headers.get('location'), path).toBe('/auth/login?lng=en');
      expect(await response.text()).toBe('');
    }
  });
});

describe('a language in capitals', () => {
  it.each([
    ['/EN', '/en'],
    ['/Ru/', '/ru/'],
    ['/EN/auth/login?a=B', '/en/auth/login?a=B'],
    ['/EN/employee-visa/AbC', '/en/employee-visa/AbC'],
    ['/EN//example.org', '/en//example.org'],
  ])('the address %s redirects to the page of its language in lower case', async (path, location) => {
    const response = await guest.visit(path);
    expect([response.status, response.headers.get('location')]).toEqual([308, location]);
  });

  it('only the whole first segment is read as a language in capitals', async () => {
    for (const path of ['/auth/EN', '/ENGLISH', '/ru/EN']) expect((await guest.visit(path)).status, path).toBe(404);
  });
});

describe('an address with several slashes', () => {
  it.each([
    ['//?a=b', '/?a=b'],
    ['///', '/'],
    ['////?lng=en', '/?lng=en'],
  ])('the address %s with several slashes redirects to the landing page', async (path, location) => {
    const response = await guest.visit(path);
    expect([response.status, response.headers.get('location')]).toEqual([308, location]);
  });

  it.each(
    ['', '/', '//', '/?a=b', '?lng=en', '/?lng=en'].flatMap((end) =>
      [
        '//example.org',
        '///example.org',
        '/%2Fexample.org',
        '/%2F',
        '//example.org/auth/login',
        '/\\example.org',
        '//auth',
        '/ru//example.org',
        '/en//',
        '//ru',
        '//ru//example.org',
        '/%5Cexample.org',
        '//auth/login',
        '/.//example.org',
      ].map((start) => start + end),
    ),
  )('the address %s never redirects to another site or to itself', async (path) => {
    const response = await guest.visit(path);
    await response.arrayBuffer();
    const location = response.headers.get('location');
    if (location === null) return expect(response.status).toBe(404);
    expect(location).toMatch(/^\/(?![/\\])/);
    expect(new URL(location, 'https://portal.test').href).not.toBe(new URL(path, 'https://portal.test').href);
  });
});

describe('a localized address with ?lng', () => {
  it.each([
    ['/ru/employee-visa/aB3_-x?lng=en', '/en/employee-visa/aB3_-x'],
    ['/en/no/such-page?a=1&lng=ru', '/ru/no/such-page?a=1'],
  ])('the address %s with ?lng redirects to the requested language and stores the choice', async (path, location) => {
    const response = await guest.visit(path);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('set-cookie')).toBe(
      `i18next=${location.slice(1, 3)}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
    );
  });

  it.each([
    '/ru/employee-visa/aB3_-x?lng=ru',
    '/ru/employee-visa/aB3_-x?lng=//evil.test',
    '/employee-visa/aB3_-x?lng=en',
  ])('the address %s with ?lng is served without a redirect', async (path) => {
    expect((await guest.visit(path)).status).toBe(200);
  });
});

describe('employee visas', () => {
  it.each([
    ['/employee-visa/aB3_-x', {}, 'ru/employee-visa'],
    ['/employee-visa/aB3%20x', {}, 'ru/employee-visa'],
    ['/employee-visa/aB3_-x', { 'Accept-Language': 'en' }, 'en/employee-visa'],
    ['/ru/employee-visa/aB3_-x', { 'Accept-Language': 'en' }, 'ru/employee-visa'],
    ['/en/employee-visa/aB3_-x', {}, 'en/employee-visa'],
    ['/employee-visa/Code:%20aB3%C2%A0x%E2%80%93y.', {}, 'ru/employee-visa'],
    ['/employee-visa', {}, 'ru/employee-visa'],
    ['/employee-visa', { 'Accept-Language': 'en' }, 'en/employee-visa'],
    ['/en/employee-visa', {}, 'en/employee-visa'],
  ])(
    'the address %s shows the page of a visa in the language of the address, else of the visitor',
    async (path, headers, title) => {
      const page = await titleAt(path, headers);
      expect(page.response.status).toBe(200);
      expect(page.title).toBe(title);
      expect(page.response.headers.get('vary')).toBe(path.startsWith('/emp') ? 'Accept-Language, Cookie' : null);
    },
  );

  it('the page of a visa accepts codes with up to 512 characters around them', async () => {
    const path = `/employee-visa/${'a'.repeat(512)}`;
    expect((await titleAt(path)).response.status).toBe(200);
    expect((await titleAt(`${path}a`)).response.status).toBe(404);
  });

  it.each([
    '/employee-visa/a/b',
    '/employee-visa/a%2Fb',
    '/employee-visa/a%5cb',
    '/employee-visa/a%0Ab',
    '/x/employee-visa/a',
    '/employee-visas/a',
  ])('the address %s is not the page of a visa', async (path) => {
    const page = await titleAt(path);
    expect(page.response.status).toBe(404);
    expect(page.title).toBe('ru/404');
  });
});

describe('links that a mail program has changed', () => {
  const KEY = 'abcdefghijk_-ABCDEFGHw';

  it.each([`%23${KEY}`, `%2523${KEY}`, `%23${KEY}.`, `%23${KEY}%3E`, `/%23${KEY}?fbclid=1`])(
    'the page of a link is served for %s, and is neither stored nor named to others',
    async (end) => {
      const page = await titleAt(`/ru/parcel/draft${end}`, { 'If-None-Match': '"known"' });
      expect([page.response.status, page.title]).toEqual([200, 'ru/parcel/draft']);
      expect(page.response.headers.get('cache-control')).toBe('no-store');
      expect(page.response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.response.headers.has('etag')).toBe(false);
      expect([...page.response.headers.values()].join()).not.toContain(KEY);
    },
  );

  it('an address of a link without a language is served in that of the visitor', async () => {
    const page = await titleAt(`/parcel/draft%23${KEY}`, { 'Accept-Language': 'en' });
    expect([page.response.status, page.title]).toEqual([200, 'en/parcel/draft']);
  });

  it.each([`%23${KEY.slice(1)}`, `%23${KEY}x`, `${KEY}`, '%23', '/', 's'])(
    'a link that cannot be recovered (%s) has a page of its own',
    async (end) => {
      const page = await titleAt(`/en/parcel/draft${end}`);
      expect([page.response.status, page.title]).toEqual([404, 'en/parcel/broken']);
      expect(page.response.headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('not found', () => {
  it.each([
    ['/nowhere', {}, 'ru/404'],
    ['/nowhere', { 'Accept-Language': 'en' }, 'en/404'],
    ['/en/nowhere', { 'Accept-Language': 'ru' }, 'en/404'],
    ['/404', {}, 'ru/404'],
    ['/en/404', {}, 'en/404'],
    ['/auth/login.html', {}, 'ru/404'],
    ['/Auth/login', {}, 'ru/404'],
    ['//auth/login', {}, 'ru/404'],
    ['/auth/%6cogin', {}, 'ru/404'],
    ['/missing.js', {}, 'ru/404'],
    ['/missing.js', { Accept: 'text/html,*/*;q=0.8' }, 'ru/404'],
    ['/auth//login', {}, 'ru/404'],
    ['/auth/login.', {}, 'ru/404'],
    ['/auth/login_x', {}, 'ru/404'],
  ])(
    'the address %s is "not found" in the language of the address, else of the visitor',
    async (path, headers, title) => {
      const page = await titleAt(path, headers);
      expect(page.response.status).toBe(404);
      expect(page.title).toBe(title);
      expect(page.response.headers.get('content-language')).toBe(title.slice(0, 2));
      expect(page.response.headers.has('etag')).toBe(false);
      expect(page.response.headers.get('vary')).toBe(/^\/(ru|en)\//.test(path) ? null : 'Accept-Language, Cookie');
    },
  );

  it.each([
    '/favicon.ico',
    '/apple-touch-icon-precomposed.png',
    '/_astro/old.ABC123.js',
    '/ru/missing.css',
    '/wp-login.php',
  ])('the missing file %s is one line of text for a program', async (path) => {
    for (const Accept of ['*/*', 'image/avif,image/webp,*/*;q=0.8']) {
      const response = await guest.visit(path, { headers: { Accept } });
      expect([response.status, await response.text()]).toEqual([404, 'Not found\n']);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
