import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { headScript, profileGuardScript } from '../../../src/layouts/inline-scripts.ts';

interface Visit {
  address: string;
  /** Language of the page that the edge chose. */
  served?: 'ru' | 'en';
  cookie?: string;
  local?: Record<string, string>;
  session?: Record<string, string>;
}

/** A storage of a browser: what is kept are its properties, besides its methods. */
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

/** Runs a head script as a browser would; `went` is where it sent the visitor. */
function visit(script: string, { address, served = 'ru', cookie = '', local = {}, session = {} }: Visit) {
  const url = new URL(address, 'https://portal.example');
  const outcome: {
    went: string | null;
    cookies: string[];
    local: Record<string, string>;
    /** The browser shows the page again that it had kept whole. */
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
  it('goes to the language that only local storage knows, and keeps query and hash', () => {
    const { went } = visit(headScript, { address: '/auth/login?type=founder#top', local: { i18nextLng: 'en' } });
    expect(went).toBe('/en/auth/login?type=founder#top');
  });

  it('asks session storage when local storage knows nothing', () => {
    expect(visit(headScript, { address: '/', session: { i18nextLng: 'en-US' } }).went).toBe('/en');
  });

  it('leaves an address that names its language alone', () => {
    const { went, cookies } = visit(headScript, { address: '/ru/auth', local: { i18nextLng: 'en' } });
    expect(went).toBeNull();
    expect(cookies).toEqual([]);
  });

  it.each([
    ['/ru?lng=en', 'ru', '/en'],
    ['/ru/auth/login?from=letter&lng=en-GB#top', 'ru', '/en/auth/login?from=letter#top'],
    ['/en/type/application?lng=ru', 'en', '/ru/type/application'],
  ] as const)('%s leads to the other prefix, and the choice is kept', (address, served, to) => {
    const { went, local, cookies } = visit(headScript, { address, served, cookie: `i18next=${served}` });
    expect(went).toBe(to);
    expect(local.i18nextLng).toBe(to.slice(1, 3));
    expect(cookies).toEqual([`i18next=${to.slice(1, 3)}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`]);
  });

  it('stays where an address asks for the language that it names, and keeps that', () => {
    const { went, local } = visit(headScript, { address: '/ru/auth?lng=ru', cookie: 'i18next=en' });
    expect(went).toBeNull();
    expect(local.i18nextLng).toBe('ru');
  });

  it.each(['de', '', '//evil.test'])('leaves an address alone that asks for the language "%s"', (lng) => {
    const { went, cookies } = visit(headScript, { address: `/ru/auth?lng=${lng}`, local: { i18nextLng: 'en' } });
    expect(went).toBeNull();
    expect(cookies).toEqual([]);
  });

  it('lets the cookie, which the edge has read, win over local storage', () => {
    const { went, local } = visit(headScript, {
      address: '/',
      cookie: 'a=b; i18next=ru',
      local: { i18nextLng: 'en' },
    });
    expect(went).toBeNull();
    expect(local.i18nextLng).toBe('ru');
  });

  it('lets ?lng= win over the cookie', () => {
    expect(visit(headScript, { address: '/?lng=en', served: 'en', cookie: 'i18next=ru' }).local.i18nextLng).toBe('en');
  });

  it('keeps the detected language for a year, in local storage and cookie', () => {
    const { local, cookies } = visit(headScript, { address: '/auth', served: 'en' });
    expect(local.i18nextLng).toBe('en');
    expect(cookies).toEqual(['i18next=en; Path=/; Max-Age=31536000; SameSite=Lax; Secure']);
  });

  it('ignores a stored language that the portal does not speak', () => {
    expect(visit(headScript, { address: '/', local: { i18nextLng: 'de' } }).went).toBeNull();
  });

  it('works where storage is refused', () => {
    const url = { pathname: '/', search: '', hash: '', replace: () => undefined };
    const document = { documentElement: { lang: 'ru' }, cookie: '' };
    expect(() => runInNewContext(headScript, { window: {}, document, location: url, URLSearchParams })).not.toThrow();
  });
});

describe('the applicant’s record in the tab', () => {
  const applicant = JSON.stringify({ session: '1795000000000', record: { id: '42', name: 'Olga' } });
  const listeners = (session?: Record<string, string>, local: Record<string, string> = {}) => {
    const page: { onpageshow?: () => void; onstorage?: () => void } = {};
    const location = { pathname: '/ru', search: '', replace: () => undefined };
    const document = { documentElement: { lang: 'ru' }, cookie: '' };
    const storages = session && { sessionStorage: session, localStorage: local };
    runInNewContext(headScript, Object.assign(page, { document, location, URLSearchParams }, storages));
    const { onpageshow, onstorage } = page;
    if (!onpageshow || !onstorage) throw new Error('nobody listens');
    return { onpageshow, onstorage };
  };

  it.each([
    ['nobody is signed in any more', {}],
    ['somebody has signed in since', { signedInAt: '1795000000001' }],
  ])('goes when a page is shown and %s', (_, local) => {
    const session = { applicant, returnTo: '{}' };
    listeners(session, local).onpageshow();
    expect(session).toEqual({ returnTo: '{}' });
  });

  it('goes as soon as another tab ends the session, and not before', () => {
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
    'goes where it is of no session: %s',
    (kept) => {
      const session = { applicant: kept };
      listeners(session, { signedInAt: '1795000000000' }).onpageshow();
      expect(session).toEqual({});
    },
  );

  it('is looked for in silence where there is none, and where storage is refused', () => {
    expect(listeners({}).onpageshow).not.toThrow();
    expect(listeners().onstorage).not.toThrow();
  });
});

describe('the profile guard', () => {
  it('lets in who has a token and the flag', () => {
    expect(
      visit(profileGuardScript, { address: '/en/profile', local: { token: 't', signedIn: 'yes' } }).went,
    ).toBeNull();
  });

  it('looks again when "back" brings the page back after a sign-out', () => {
    const outcome = visit(profileGuardScript, { address: '/en/profile', local: { token: 't', signedIn: 'yes' } });
    outcome.comeBack();
    expect(outcome.went).toBeNull();
    for (const key of Object.keys(outcome.local)) delete outcome.local[key];
    outcome.comeBack();
    expect(outcome.went).toBe('/en');
  });

  it.each([{}, { token: 't' }, { signedIn: 'yes' }])('sends away who lacks one of them: %o', (local) => {
    expect(visit(profileGuardScript, { address: '/en/profile', local: { ...local } }).went).toBe('/en');
  });

  it('sends to the visitor’s own language from an address that names none', () => {
    expect(visit(profileGuardScript, { address: '/profile', local: { i18nextLng: 'en' } }).went).toBe('/en');
  });

  it.each(['ended', 'missing', 'refresh'])(
    'sends a visitor whose session has just ended (%s) to the sign-in page',
    (reason) => {
      const returnTo = JSON.stringify({ reason, route: '/profile' });
      expect(visit(profileGuardScript, { address: '/en/profile', session: { returnTo } }).went).toBe('/en/auth/login');
    },
  );

  it.each(['{}', 'damaged', '{"reason":"link","route":"/profile/status"}'])(
    'takes the note %s of an earlier visit for no reason to sign in',
    (returnTo) => expect(visit(profileGuardScript, { address: '/en/profile', session: { returnTo } }).went).toBe('/en'),
  );

  it('takes a flag of another value for none', () => {
    expect(visit(profileGuardScript, { address: '/en/profile', local: { token: 't', signedIn: 'no' } }).went).toBe(
      '/en',
    );
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
    'sends a visitor without a session from %s to the landing page, and from a link in a mail to the sign-in page',
    (address) => {
      const language = address.startsWith('/en') ? '/en' : '/ru';
      const session: Record<string, string> = {};
      expect(visit(profileGuardScript, { address, session }).went).toBe(language);
      expect(visit(profileGuardScript, { address: `${address}?from=elsewhere`, session }).went).toBe(language);
      expect(session).toEqual({});
      const { went } = visit(profileGuardScript, { address: `${address}?utm=1&from=mail#change`, session });
      expect(went).toBe(`${language}/auth/login`);
      expect(JSON.parse(session.returnTo ?? '')).toEqual({
        reason: 'link',
        route: address.replace(/^\/(ru|en)|\/$/g, ''),
      });
    },
  );

  it('returns to the page of the link in the mail, not to the page where an earlier session ended', () => {
    const session = { returnTo: '{"reason":"ended","route":"/profile"}' };
    visit(profileGuardScript, { address: '/en/profile/status?from=mail', session });
    expect(JSON.parse(session.returnTo)).toEqual({ reason: 'link', route: '/profile/status' });
  });

  it('keeps the language that the address asks for', () => {
    expect(visit(profileGuardScript, { address: '/ru/profile/status?lng=en' }).went).toBe('/en');
  });

  it('does not take a word that begins like a language for one', () => {
    expect(visit(profileGuardScript, { address: '/russia', served: 'en' }).went).toBe('/en');
  });
});
