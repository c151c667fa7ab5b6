/** Texts in the browser: a page carries its namespaces; others are fetched and retried (specification §9). */
import i18next, {
  type BackendModule,
  type i18n,
  type LanguageDetectorModule,
  type ReadCallback,
  type TFunction,
} from 'i18next';
import type { Locale, Namespace } from '../domain/i18n/locales.ts';
import { watchVersion } from './browser/new-version.ts';

const PAGE_TEXT_ID = 'page-text';

interface CarriedText {
  locale: Locale;
  text: Record<string, Record<string, unknown>>;
}

let taken: Document | undefined;

function takeFrom(page: Document, instance: i18n): void {
  if (page === taken) return;
  taken = page;
  const carried = page.getElementById(PAGE_TEXT_ID)?.textContent;
  if (!carried) return;
  const { locale, text } = JSON.parse(carried) as CarriedText;
  for (const [namespace, words] of Object.entries(text))
    instance.addResourceBundle(locale, namespace, words, true, true);
  texts.clear();
}

/** i18next plugin: takes the text of this page, and of each page that the router swaps in. */
export const pageText = {
  type: '3rdParty' as const,
  init(instance: i18n): void {
    instance.on('initialized', () => takeFrom(document, instance));
    watchVersion();
    // Around loaders that were set in the capture phase on window.
    document.addEventListener('astro:before-preparation', (event) => {
      const preparation = event as Event & { newDocument: Document; loader: () => Promise<void> };
      const load = preparation.loader;
      preparation.loader = async () => {
        await load();
        takeFrom(preparation.newDocument, instance);
      };
    });
    // A navigation that began before this listener.
    document.addEventListener('astro:before-swap', (event) => {
      takeFrom((event as Event & { newDocument: Document }).newDocument, instance);
    });
  },
};

/** i18next plugin: the language is the page's (domain/i18n/negotiate.ts). */
export const pageLanguage: LanguageDetectorModule = {
  type: 'languageDetector',
  init() {},
  detect: () => document.documentElement.lang,
  cacheUserLanguage() {},
};

let options: Parameters<BackendModule['init']> | undefined;

/** Failed reads of a file in a row. */
const failures = new Map<string, number>();

/**
 * i18next's HTTP back end, loaded with the first namespace that the page does not carry. After the last retry i18next would
 * store an empty bundle in place of the words, and the page would show keys: so the last failure is told as a final one.
 */
export const lazyHttpBackend: BackendModule = {
  type: 'backend',
  init(...given) {
    options = given;
  },
  read(language, namespace, callback) {
    const name = `${language}|${namespace}`;
    const failed: ReadCallback = (error, mayRetry) => {
      const count = (failures.get(name) ?? 0) + 1;
      const isLast = mayRetry !== true || count > (options?.[2].maxRetries ?? 0);
      if (isLast) failures.delete(name);
      else failures.set(name, count);
      callback(error, !isLast);
    };
    const read: ReadCallback = (error, words) => {
      if (error) return failed(error, words);
      if (typeof words !== 'object' || words === null || Object.keys(words).length === 0)
        return failed(new Error(`no words in ${name}`), false);
      failures.delete(name);
      callback(null, words);
    };
    import('i18next-http-backend').then(
      ({ default: HttpBackend }) => new HttpBackend(...(options ?? [])).read(language, namespace, read),
      (error: Error) => failed(error, true),
    );
  },
};

/** Words could not be fetched, after all retries (specification §9). */
export class WordsNotLoaded extends Error {
  override name = 'WordsNotLoaded';
}

/**
 * Fetches texts that the page does not carry, such as the other language's; what failed before is fetched again.
 * @throws WordsNotLoaded
 */
export async function loadWords(locales: readonly Locale[], namespaces: readonly Namespace[]): Promise<void> {
  const { state } = i18next.services.backendConnector as { state: Record<string, number> };
  for (const [name, value] of Object.entries(state)) if (value < 0) delete state[name];
  const errors = await new Promise<unknown>((done) => {
    // Called with what failed, if anything, which its type leaves out.
    const onEnd: (errors?: unknown) => void = done;
    void i18next.reloadResources([...locales], [...namespaces], onEnd);
  });
  if (errors) throw new WordsNotLoaded(String(errors));
}

type Look = (key: string, options?: Record<string, unknown>) => unknown;

const texts = new Map<string, TFunction>();
// New texts may have been missing before.
for (const arrival of ['initialized', 'loaded']) i18next.on(arrival, () => texts.clear());

/** The texts of one namespace in one language, given each time: a build renders several languages with one i18next. */
export function textOf(locale: Locale, namespace: Namespace): TFunction {
  const name = `${locale}/${namespace}`;
  const text = texts.get(name) ?? remembering(locale, namespace);
  texts.set(name, text);
  return text;
}

/** Interpolation and nesting. */
const FILLED_IN = /\{\{|\$t\(/;

/** Caches lookups by key and context: a form makes hundreds. What needs no interpolation skips i18next's resolution. */
function remembering(locale: Locale, namespace: Namespace): TFunction {
  const known = new Map<string, unknown>();
  let rules: Intl.PluralRules | undefined;
  const look = i18next.getFixedT(locale, namespace) as Look;
  const stored = (key: string) => {
    const text: unknown = i18next.getResource(locale, namespace, key);
    return typeof text === 'string' ? text : '';
  };
  const unlessFilledIn = (text: string) => (FILLED_IN.test(text) ? '' : text);
  const find: Look = (key, options = {}) => {
    const names = Object.keys(options);
    const { context, count } = options;
    if (names.length === 1 && typeof count === 'number') {
      rules ??= new Intl.PluralRules(locale);
      const form = stored(`${key}_${rules.select(count)}`);
      return unlessFilledIn(form.replaceAll('{{count}}', String(count))) || look(key, options);
    }
    if (names.length > 1 || (names.length === 1 && names[0] !== 'context')) return look(key, options);
    const place = context ? `${key}_${context}` : key;
    if (!known.has(place)) known.set(place, unlessFilledIn(stored(place)) || look(key, options));
    return known.get(place);
  };
  return find as TFunction;
}
