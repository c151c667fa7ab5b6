import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES, NAMESPACES } from '../../../src/domain/i18n/locales.ts';
import { fetchWords } from '../../../src/stores/fetch-words.ts';
import { type loadWords, pageText } from '../../../src/stores/page-text.ts';

const HOME = [{ locale: 'en', namespace: 'home' }] as const;

describe('fetchWords', () => {
  /** The times of all requests, in milliseconds since the epoch. */
  let asked: number[];
  const response = vi.fn<() => Promise<Response>>();
  beforeEach(() => {
    asked = [];
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => {
      asked.push(Date.now());
      return response();
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    response.mockReset();
  });

  async function fetched(...given: Parameters<typeof fetchWords>): ReturnType<typeof fetchWords> {
    const result = fetchWords(...given);
    await vi.advanceTimersByTimeAsync(60_000);
    return result;
  }

  it.each([
    ['a response of 503', () => Promise.resolve(new Response('', { status: 503 }))],
    ['no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(
    'fetchWords retries five times after %s, first after 350 ms and then twice as late each time',
    async (_name, given) => {
      response.mockImplementation(given);
      expect((await fetched(HOME)).errors).toBeTruthy();
      const waits = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
      expect(waits).toEqual([350, 700, 1400, 2800, 5600]);
    },
  );

  it('fetchWords does not retry after 404', async () => {
    response.mockImplementation(() => Promise.resolve(new Response('', { status: 404 })));
    expect((await fetched(HOME)).errors).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it('fetchWords returns words with their language and namespace', async () => {
    response.mockImplementation(async () => Response.json({ title: 'Home' }));
    const both = [fetchWords(HOME), fetched(HOME)];
    for (const one of both) expect(await one).toMatchObject({ found: [{ ...HOME[0], words: { title: 'Home' } }] });
    expect(asked).toHaveLength(1);
  });
});

describe('loadWords', () => {
  const asked = () => vi.mocked(fetch).mock.calls.map(([url]) => String(url));
  let status = 503;
  const words = (url: string) => Response.json({ title: url });
  /** A tab whose page carries one text of the namespace. */
  let tab: typeof import('../../../src/stores/page-text.ts');

  beforeEach(async () => {
    vi.resetModules();
    const { default: own } = await import('i18next');
    await own.init({ lng: 'en', resources: { en: { employee: { own: 'Own' } }, ru: {} } });
    tab = await import('../../../src/stores/page-text.ts');
    // Loaded before the clock is faked.
    await import('../../../src/stores/fetch-words.ts');
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      vi.fn(async (url: string) => (status === 200 ? words(url) : new Response('', { status }))),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function loaded(...given: Parameters<typeof loadWords>): Promise<unknown> {
    const outcome = tab.loadWords(...given).then(
      () => 'loaded',
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    return outcome;
  }

  it.each([503, 404])(
    "loadWords rejects after %i, keeps the page's words, and succeeds with a later request",
    async (code) => {
      status = code;
      expect(await loaded(['en'], ['employee'])).toBeInstanceOf(AggregateError);
      expect(tab.pageText('en', 'employee').find('own')).toBe('Own');
      const tries = asked().length;
      expect(tries).toBe(code === 503 ? 6 : 1);
      expect(await loaded(['en'], ['employee'])).toBeInstanceOf(AggregateError);
      expect(asked()).toHaveLength(2 * tries);
      status = 200;
      expect(await loaded(['en'], ['employee'])).toBe('loaded');
      expect(tab.pageText('en', 'employee')('title')).toBe('/assets/locales/employee/en.json');
    },
  );

  it.each(['{}', 'null', '[]', '"text"', '<!doctype html>'])('loadWords rejects after the body %s', async (body) => {
    vi.mocked(fetch).mockImplementation(async () => new Response(body));
    expect(await loaded(['en'], ['employee'])).toBeInstanceOf(AggregateError);
    expect(tab.pageText('en', 'employee').find('own')).toBe('Own');
  });

  it('loadWords rejects when one of two languages fails, and fetches only that one again', async () => {
    vi.mocked(fetch).mockImplementation(async (url) =>
      String(url).endsWith('ru.json') ? new Response('', { status: 404 }) : words(String(url)),
    );
    expect(await loaded(LOCALES, ['employee'])).toBeInstanceOf(AggregateError);
    expect(await loaded(LOCALES, ['employee'])).toBeInstanceOf(AggregateError);
    expect(asked().filter((url) => url.endsWith('en.json'))).toHaveLength(1);
  });

  it('loadWords fetches each file once, at most ten at a time', async () => {
    let open = 0;
    let most = 0;
    vi.mocked(fetch).mockImplementation(async (url) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((done) => setTimeout(done, 100));
      open -= 1;
      return words(String(url));
    });
    expect(LOCALES.length * NAMESPACES.length).toBeGreaterThan(10);
    expect(await loaded(LOCALES, NAMESPACES)).toBe('loaded');
    expect(await loaded(LOCALES, NAMESPACES)).toBe('loaded');
    expect(asked()).toHaveLength(LOCALES.length * NAMESPACES.length);
    expect(most).toBe(10);
  });
});

describe('pageText', () => {
  beforeAll(async () => {
    await i18next.init({
      lng: 'en',
      ns: [],
      resources: {
        en: {
          forms: {
            optional: 'One',
            size: '{{size}} KB',
            of_a: 'Of A',
            all: 'All {{count}}',
            parts: { family: { title: 'In' } },
          },
        },
        ru: {
          forms: {
            months_one: '{{count}} месяц',
            months_few: '{{count}} месяца',
            months_many: '{{count}} месяцев',
            left_short_one: 'ещё {{count}}',
          },
        },
      },
    });
  });

  it('pageText returns one function per language and namespace, which inserts values', () => {
    const t = pageText('en', 'forms');
    expect(pageText('en', 'forms')).toBe(t);
    expect([t('optional'), t('parts.family.title'), t.find('of', { context: 'a' })]).toEqual(['One', 'In', 'Of A']);
    expect([t.find('size', { size: 1 }), t.find('size', { size: 2 }), t.find('size')]).toEqual([
      '1 KB',
      '2 KB',
      '{{size}} KB',
    ]);
  });

  it('pageText uses the plural form of the number, with and without a context', () => {
    const t = pageText('ru', 'forms').find;
    expect([1, 3, 5, 21, 33].map((count) => t('months', { count }))).toEqual([
      '1 месяц',
      '3 месяца',
      '5 месяцев',
      '21 месяц',
      '33 месяца',
    ]);
    expect(t('left', { count: 1, context: 'short' })).toBe('ещё 1');
    expect(pageText('en', 'forms').find('all', { count: 2 }), 'where there is one form only').toBe('All 2');
  });

  it('pageText returns the key of a missing text from t, and an empty text from find', () => {
    const t = pageText('en', 'forms');
    expect(t('errorPrefix')).toBe('errorPrefix');
    expect([t.find('none'), t.find('of', { context: 'b' })]).toEqual(['', '']);
  });
});
