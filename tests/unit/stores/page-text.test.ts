import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import config from '../../../astro-i18next.config.mts';
import { LOCALES, NAMESPACES } from '../../../src/domain/i18n/locales.ts';
import { lazyHttpBackend, loadWords, textOf, WordsNotLoaded } from '../../../src/stores/page-text.ts';

/** When each file was asked for, in milliseconds since the first. */
let asked: number[];
const answer = vi.fn<() => Promise<Response>>();
vi.stubGlobal('fetch', () => {
  asked.push(Date.now());
  return answer();
});
// With it loaded, and no timer of its own that never ends, only what is tested lets time pass.
await import('i18next-http-backend');
const backend = { ...config.i18nextClient.backend, reloadInterval: false as const };

async function load(namespaces: string[]): Promise<void> {
  const instance = i18next.createInstance().use(lazyHttpBackend);
  const done = instance
    .init({ ...config.i18nextClient, backend, lng: 'en', fallbackLng: false })
    .then(() => instance.loadNamespaces(namespaces));
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
}

describe('words that the page does not carry', () => {
  beforeEach(() => {
    asked = [];
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    answer.mockReset();
  });

  it.each([
    ['an answer of 503', () => Promise.resolve(new Response('', { status: 503 }))],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('are asked for five times more after %s, from 350 ms and twice as late each time', async (_name, given) => {
    answer.mockImplementation(given);
    await load(['home']);
    const waits = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
    expect(waits).toEqual([350, 700, 1400, 2800, 5600]);
  });

  it('are not asked for again after 404', async () => {
    answer.mockImplementation(() => Promise.resolve(new Response('', { status: 404 })));
    await load(['home']);
    expect(asked).toHaveLength(1);
  });

  it('are read ten at a time', async () => {
    let open = 0;
    let most = 0;
    answer.mockImplementation(async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((done) => setTimeout(done, 100));
      open -= 1;
      return Response.json({});
    });
    await load(Array.from({ length: 14 }, (_, index) => `words${index}`));
    expect(most).toBe(10);
  });
});

describe('words that could not be loaded', () => {
  const asked = () => vi.mocked(fetch).mock.calls.map(([url]) => String(url));
  let status = 503;
  const words = (url: string) => Response.json({ title: url });

  beforeAll(async () => {
    await i18next
      .use(lazyHttpBackend)
      .init({ ...config.i18nextClient, backend, lng: 'en', resources: { en: {}, ru: {} } });
  });
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      vi.fn(async (url: string) => (status === 200 ? words(url) : new Response('', { status }))),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const locale of LOCALES) i18next.removeResourceBundle(locale, 'employee');
  });

  async function loaded(...given: Parameters<typeof loadWords>): Promise<unknown> {
    const outcome = loadWords(...given).then(
      () => 'loaded',
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    return outcome;
  }

  it.each([503, 404])(
    'after %i are told as missing, leave no empty bundle, and come with the next request',
    async (code) => {
      status = code;
      expect(await loaded(['en'], ['employee'])).toBeInstanceOf(WordsNotLoaded);
      expect(i18next.hasResourceBundle('en', 'employee')).toBe(false);
      const tries = asked().length;
      expect(tries).toBe(code === 503 ? 6 : 1);
      expect(await loaded(['en'], ['employee'])).toBeInstanceOf(WordsNotLoaded);
      expect(asked()).toHaveLength(2 * tries);
      status = 200;
      expect(await loaded(['en'], ['employee'])).toBe('loaded');
      expect(textOf('en', 'employee')('title')).toBe('/assets/locales/employee/en.json');
    },
  );

  it('are missing also where the page carries some words of the same file, which stay', async () => {
    i18next.addResourceBundle('en', 'employee', { own: 'Own' });
    status = 503;
    expect(await loaded(['en'], ['employee'])).toBeInstanceOf(WordsNotLoaded);
    expect(i18next.getResourceBundle('en', 'employee')).toEqual({ own: 'Own' });
  });

  it.each(['{}', 'null', '[]', '"text"', '<!doctype html>'])('are missing in an answer of %s', async (body) => {
    vi.mocked(fetch).mockImplementation(async () => new Response(body));
    expect(await loaded(['en'], ['employee'])).toBeInstanceOf(WordsNotLoaded);
    expect(i18next.hasResourceBundle('en', 'employee')).toBe(false);
  });

  it('of one language are told though the other’s came', async () => {
    vi.mocked(fetch).mockImplementation(async (url) =>
      String(url).endsWith('ru.json') ? new Response('', { status: 404 }) : words(String(url)),
    );
    expect(await loaded(LOCALES, ['employee'])).toBeInstanceOf(WordsNotLoaded);
  });

  it('are asked for ten at a time, however many there are', async () => {
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
    expect(asked()).toHaveLength(LOCALES.length * NAMESPACES.length);
    expect(most).toBe(10);
    for (const locale of LOCALES) for (const name of NAMESPACES) i18next.removeResourceBundle(locale, name);
  });
});

describe('words that were asked for once', () => {
  beforeAll(async () => {
    await i18next.init({
      lng: 'en',
      ns: [],
      resources: {
        en: { forms: { one: 'One', size: '{{size}} KB', of_a: 'Of A', all: 'All {{count}}' } },
        ru: {
          forms: {
            one: 'Один',
            months_one: '{{count}} месяц',
            months_few: '{{count}} месяца',
            months_many: '{{count}} месяцев',
            again_one: '$t(one): {{count}}',
          },
        },
      },
    });
  });

  it('come from the same function, and with what is put into them', () => {
    const t = textOf('en', 'forms');
    expect(textOf('en', 'forms')).toBe(t);
    expect([t('one'), t('one'), t('of', { context: 'a' }), t('of', { context: 'b' })]).toEqual([
      'One',
      'One',
      'Of A',
      'of',
    ]);
    expect([t('size', { size: 1 }), t('size', { size: 2 })]).toEqual(['1 KB', '2 KB']);
  });

  it('take the form that their number asks for', () => {
    const t = textOf('ru', 'forms');
    expect([1, 3, 5, 21, 33].map((count) => t('months', { count }))).toEqual([
      '1 месяц',
      '3 месяца',
      '5 месяцев',
      '21 месяц',
      '33 месяца',
    ]);
    expect(t('again', { count: 1 }), 'with another text in it').toBe('Один: 1');
    expect(textOf('en', 'forms')('all', { count: 2 }), 'where there is one form only').toBe('All 2');
  });

  it('are looked up anew when more have come', async () => {
    expect(textOf('en', 'home')('late')).toBe('late');
    i18next.addResourceBundle('en', 'home', { late: 'Late' });
    i18next.emit('loaded');
    expect(textOf('en', 'home')('late')).toBe('Late');
  });
});
