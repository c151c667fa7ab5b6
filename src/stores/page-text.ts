/** Texts in the browser: a page carries its namespaces; others are fetched and retried (specification §9). */
import i18next, { type BackendModule, type i18n, type LanguageDetectorModule, type TFunction } from 'i18next';
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

/** i18next's HTTP back end, loaded with the first namespace that the page does not carry. */
export const lazyHttpBackend: BackendModule = {
  type: 'backend',
  init(...given) {
    options = given;
  },
  read(language, namespace, callback) {
    import('i18next-http-backend').then(
      ({ default: HttpBackend }) => new HttpBackend(...(options ?? [])).read(language, namespace, callback),
      (error: Error) => callback(error, true),
    );
  },
};

/** Fetches texts that the page does not carry, such as the other language's. @throws when one could not be fetched */
export async function loadWords(locales: readonly Locale[], namespaces: readonly Namespace[]): Promise<void> {
  await i18next.reloadResources([...locales], [...namespaces]);
  for (const locale of locales)
    for (const namespace of namespaces)
      if (!i18next.hasResourceBundle(locale, namespace)) throw new Error(`no words: ${namespace}/${locale}`);
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
