import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { inlineScripts } from '../../../src/layouts/inline-scripts.ts';

interface Visit {
  address: string;
  /** The language of the served page. */
  served?: 'ru' | 'en';
  cookie?: string;
  local?: Record<string, string>;
  session?: Record<string, string>;
}

/** A browser storage whose entries are its own properties. */
function storage(kept: Record<string, string>) {
  const methods = {
    getItem: { configurable: true, value: (key: string) => kept[key] ?? null },
    setItem: {
      configurable: true,
      value: (key: string, value: string) => {
        kept[key] = value;
      },
    },
  };
  return Object.defineProperties(kept, methods);
}

/** Runs a head script like a browser; `went` is the redirect. */
function visit(script: string, { address, served = 'ru', cookie = '', local = {}, session = {} }: Visit) {
  const url = new URL(address, 'https://portal.example');
  const outcome: {
    went: string | null;
    cookies: string[];
    local: Record<string, string>;
    /** The browser restores the page from the back/forward cache. */
    comeBack: () => void;
  } = {
    went: null,
    comeBack: () => undefined,
    cookies: [],
    local,
  };
  const document = {
    documentElement: { lang: served },
    get cookie() {
      return cookie;
    },
    set cookie(value: string) {
      outcome.cookies.push(value);
    },
  };
  const location = {
    pathname: url.pathname,
    search: url.search,
    hash: url.hash,
    replace: (to: string) => {
      outcome.went = to;
    },
  };
  const window = { localStorage: storage(local), sessionStorage: storage(session) };
  const addEventListener = (event: string, listen: (event: { persisted: boolean }) => void) => {
    if (event === 'pageshow') outcome.comeBack = () => listen({ persisted: true });
  };
  runInNewContext(script, { window, document, location, ...window, URLSearchParams, addEventListener });
  return outcome;
}

describe('the language script', () => {
  it('the language script redirects to the language in local storage, and keeps query and hash', () => {
    const { went } = visit(inlineScripts.head, {
      address: '/auth/login?type=founder#top',
      local: { i18nextLng: 'en' },
    });
    expect(went).toBe('/en/auth/login?type=founder#top');
  });

  it('the language script reads session storage when local storage is empty', () => {
    expect(visit(inlineScripts.head, { address: '/', session: { i18nextLng: 'en-US' } }).went).toBe('/en');
  });

  it('the language script leaves a localized URL unchanged', () => {
    const { went, cookies } = visit(inlineScripts.head, { address: '/ru/auth', local: { i18nextLng: 'en' } });
    expect(went).toBeNull();
    expect(cookies).toEqual([]);
  });

  it.each([
    ['/ru?lng=en', 'ru', '/en'],
    ['/ru/auth/login?from=letter&lng=en-GB#top', 'ru', '/en/auth/login?from=letter#top'],
    ['/en/type/application?lng=ru', 'en', '/ru/type/application'],
  ] as const)('the language script redirects %s to the requested language, and stores it', (address, served, to) => {
    const { went, local, cookies } = visit(inlineScripts.head, { address, served, cookie: `i18next=${served}` });
    expect(went).toBe(to);
    expect(local.i18nextLng).toBe(to.slice(1, 3));
    expect(cookies).toEqual([`i18next=${to.slice(1, 3)}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`]);
  });

  it('the language script leaves a URL with its own language as ?lng unchanged, and stores it', () => {
    const { went, local } = visit(inlineScripts.head, { address: '/ru/auth?lng=ru', cookie: 'i18next=en' });
    expect(went).toBeNull();
    expect(local.i18nextLng).toBe('ru');
  });

  it.each(['de', '', '//evil.test'])('the language script ignores the unknown language ?lng=%s', (lng) => {
    const { went, cookies } = visit(inlineScripts.head, {
      address: `/ru/auth?lng=${lng}`,
      local: { i18nextLng: 'en' },
    });
    expect(went).toBeNull();
    expect(cookies).toEqual([]);
  });

  it('the language script prefers the cookie, which the gateway has read, to local storage', () => {
    const { went, local } = visit(inlineScripts.head, {
      address: '/',
      cookie: 'a=b; i18next=ru',
      local: { i18nextLng: 'en' },
    });
    expect(went).toBeNull();
    expect(local.i18nextLng).toBe('ru');
  });

  it('the language script prefers ?lng to the cookie', () => {
    expect(
      visit(inlineScripts.head, { address: '/?lng=en', served: 'en', cookie: 'i18next=ru' }).local.i18nextLng,
    ).toBe('en');
  });

  it('the language script stores the detected language for a year in local storage and cookie', () => {
    const { local, cookies } = visit(inlineScripts.head, { address: '/auth', served: 'en' });
    expect(local.i18nextLng).toBe('en');
    expect(cookies).toEqual(['i18next=en; Path=/; Max-Age=31536000; SameSite=Lax; Secure']);
  });

  it('the language script ignores an unknown stored language', () => {
    expect(visit(inlineScripts.head, { address: '/', local: { i18nextLng: 'de' } }).went).toBeNull();
  });

  it('the language script works where storage is refused', () => {
    const url = { pathname: '/', search: '', hash: '', replace: () => undefined };
    const document = { documentElement: { lang: 'ru' }, cookie: '' };
    expect(() =>
      runInNewContext(inlineScripts.head, { window: {}, document, location: url, URLSearchParams }),
    ).not.toThrow();
  });
});

describe('the script that deletes the record in the tab', () => {
  const applicant = JSON.stringify({ session: '1795000000000', record: { id: '42', name: 'Olga' } });
  const listeners = (session?: Record<string, string>, local: Record<string, string> = {}) => {
    const page: { onpageshow?: () => void; onstorage?: () => void } = {};
    const location = { pathname: '/ru', search: '', replace: () => undefined };
    const document = { documentElement: { lang: 'ru' }, cookie: '' };
    const storages = session && { sessionStorage: session, localStorage: local };
    runInNewContext(inlineScripts.head, Object.assign(page, { document, location, URLSearchParams }, storages));
    const { onpageshow, onstorage } = page;
    if (!onpageshow || !onstorage) throw new Error('no listeners');
    return { onpageshow, onstorage };
  };

  it.each([
    ['there is no session any more', {}],
    ['there is another session', { signedInAt: '1795000000001' }],
  ])("the record script deletes the applicant's record when a page is shown and %s", (_, local) => {
    const session = { applicant, returnTo: '{}' };
    listeners(session, local).onpageshow();
    expect(session).toEqual({ returnTo: '{}' });
  });

  it("the record script deletes the applicant's record as soon as another tab ends the session", () => {
    const local: Record<string, string> = { signedInAt: '1795000000000' };
    const session = { applicant };
    const { onpageshow, onstorage } = listeners(session, local);
    onpageshow();
    onstorage();
    expect(session).toEqual({ applicant });
    delete local.signedInAt;
    onstorage();
    expect(session).toEqual({});
  });

  it.each(['', '{}', '{"session":null,"record":{"id":"undefined"}}', '{"session":"","record":{}}'])(
    "the record script deletes an applicant's record without a session: %s",
    (kept) => {
      const session = { applicant: kept };
      listeners(session, { signedInAt: '1795000000000' }).onpageshow();
      expect(session).toEqual({});
    },
  );

  it('the record script does nothing without a record or where storage is refused', () => {
    expect(listeners({}).onpageshow).not.toThrow();
    expect(listeners().onstorage).not.toThrow();
  });
});

describe('the profile guard', () => {
  it('the profile guard lets in a visitor with a token and the flag', () => {
    expect(
      visit(inlineScripts.profileGuard, { address: '/en/profile', local: { token: 't', signedIn: 'yes' } }).went,
    ).toBeNull();
  });

  it('the profile guard runs again when the page is restored after a sign-out', () => {
    const outcome = visit(inlineScripts.profileGuard, {
      address: '/en/profile',
      local: { token: 't', signedIn: 'yes' },
    });
    outcome.comeBack();
    expect(outcome.went).toBeNull();
    for (const key of Object.keys(outcome.local)) delete outcome.local[key];
    outcome.comeBack();
    expect(outcome.went).toBe('/en');
  });

  it.each([{}, { token: 't' }, { signedIn: 'yes' }])('the profile guard redirects a visitor with only %o', (local) => {
    expect(visit(inlineScripts.profileGuard, { address: '/en/profile', local: { ...local } }).went).toBe('/en');
  });

  it("the profile guard redirects to the visitor's language from a URL without one", () => {
    expect(visit(inlineScripts.profileGuard, { address: '/profile', local: { i18nextLng: 'en' } }).went).toBe('/en');
  });

  it.each(['ended', 'missing', 'refresh'])(
    'the profile guard redirects a visitor whose session has just ended (%s) to the sign-in page',
    (reason) => {
      const returnTo = JSON.stringify({ reason, route: '/profile' });
      expect(visit(inlineScripts.profileGuard, { address: '/en/profile', session: { returnTo } }).went).toBe(
        '/en/auth/login',
      );
    },
  );

  it.each(['{}', 'damaged', '{"reason":"link","route":"/profile/status"}'])(
    'the profile guard redirects to the landing page when the stored return page is %s',
    (returnTo) =>
      expect(visit(inlineScripts.profileGuard, { address: '/en/profile', session: { returnTo } }).went).toBe('/en'),
  );

  it('the profile guard requires the flag "yes"', () => {
    expect(
      visit(inlineScripts.profileGuard, { address: '/en/profile', local: { token: 't', signedIn: 'no' } }).went,
    ).toBe('/en');
  });

  const PAGES = [
    '',
    '/status',
    '/security',
    '/application/specialist',
    '/application/founder',
    '/application/investor',
  ];

  it.each(PAGES.flatMap((page) => [`/ru/profile${page}`, `/en/profile${page}`, `/profile${page}/`]))(
    'the profile guard redirects from %s to the landing page, and from a link in a mail to the sign-in page',
    (address) => {
      const language = address.startsWith('/en') ? '/en' : '/ru';
      const session: Record<string, string> = {};
      expect(visit(inlineScripts.profileGuard, { address, session }).went).toBe(language);
      expect(visit(inlineScripts.profileGuard, { address: `${address}?from=elsewhere`, session }).went).toBe(language);
      expect(session).toEqual({});
      const { went } = visit(inlineScripts.profileGuard, { address: `${address}?utm=1&from=mail#change`, session });
      expect(went).toBe(`${language}/auth/login`);
      expect(JSON.parse(session.returnTo ?? '')).toEqual({
        reason: 'link',
        route: address.replace(/^\/(ru|en)|\/$/g, ''),
      });
    },
  );

  it('the profile guard stores the page of a link in a mail in place of an earlier page', () => {
    const session = { returnTo: '{"reason":"ended","route":"/profile"}' };
    visit(inlineScripts.profileGuard, { address: '/en/profile/status?from=mail', session });
    expect(JSON.parse(session.returnTo)).toEqual({ reason: 'link', route: '/profile/status' });
  });

  it('the profile guard keeps the requested language', () => {
    expect(visit(inlineScripts.profileGuard, { address: '/ru/profile/status?lng=en' }).went).toBe('/en');
  });

  it('the profile guard does not mistake /russia for a language', () => {
    expect(visit(inlineScripts.profileGuard, { address: '/russia', served: 'en' }).went).toBe('/en');
  });
});
