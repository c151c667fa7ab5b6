/**
 * Where text in the browser comes from. Each page with an island carries the namespaces it shows
 * (components/PageText.astro), so nobody waits for JSON to read a page; what is not there is fetched by i18next's HTTP
 * back end, ten at a time, retried as specification §9 says.
 */
import i18next, { type BackendModule, type i18n, type LanguageDetectorModule, type TFunction } from 'i18next';
import type { Locale, Namespace } from '../domain/i18n/locales.ts';
import { watchVersion } from './browser/new-version.ts';

/** The id of the JSON script that components/PageText.astro writes. */
const PAGE_TEXT_ID = 'page-text';

interface CarriedText {
  locale: Locale;
  text: Record<string, Record<string, unknown>>;
}

/** The page whose text was taken over last. */
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

/** i18next plugin: takes over the text of this page, and of each page that replaces it without a reload. */
export const pageText = {
  type: '3rdParty' as const,
  init(instance: i18n): void {
    instance.on('initialized', () => takeFrom(document, instance));
    watchVersion();
    // Around whatever reads the page: that asks from the window, and so before.
    document.addEventListener('astro:before-preparation', (event) => {
      const preparation = event as Event & { newDocument: Document; loader: () => Promise<void> };
      const load = preparation.loader;
      preparation.loader = async () => {
        await load();
        takeFrom(preparation.newDocument, instance);
      };
    });
    // A page that was on its way before anybody listened here.
    document.addEventListener('astro:before-swap', (event) => {
      takeFrom((event as Event & { newDocument: Document }).newDocument, instance);
    });
  },
};

/** i18next plugin: the language is the page's; which page a visitor gets was decided before (domain/i18n/paths.ts). */
export const pageLanguage: LanguageDetectorModule = {
  type: 'languageDetector',
  init() {},
  detect: () => document.documentElement.lang,
  cacheUserLanguage() {},
};

let options: Parameters<BackendModule['init']> | undefined;

/** i18next's HTTP back end, loaded when a namespace is asked for that the page does not carry. */
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

/**
 * Fetches words that the page does not carry, such as those of the other language.
 * @throws when one of them could not be fetched
 */
export async function loadWords(locales: readonly Locale[], namespaces: readonly Namespace[]): Promise<void> {
  await i18next.reloadResources([...locales], [...namespaces]);
  for (const locale of locales)
    for (const namespace of namespaces)
      if (!i18next.hasResourceBundle(locale, namespace)) throw new Error(`no words: ${namespace}/${locale}`);
}

type Look = (key: string, options?: Record<string, unknown>) => unknown;

const texts = new Map<string, TFunction>();
// What comes later may be what was missing before.
for (const arrival of ['initialized', 'loaded']) i18next.on(arrival, () => texts.clear());

/**
 * The words of one namespace in one language. Languages are never switched globally: a build renders several pages with one
 * i18next, and an island is told its language by its page. The same function as long as the words are the same.
 */
export function textOf(locale: Locale, namespace: Namespace): TFunction {
  const name = `${locale}/${namespace}`;
  const text = texts.get(name) ?? remembering(locale, namespace);
  texts.set(name, text);
  return text;
}

/** Texts that i18next fills in: a value, or another text. */
const FILLED_IN = /\{\{|\$t\(/;

/**
 * Looks a text up once, where nothing but its key and a context decide on it: a form asks for hundreds, again and again. A
 * text that stands there as it will be shown is taken as it is; i18next would weigh each for plurals and fallbacks. It would
 * also read a language's plural rules anew for each number, and there are 34 months to choose from.
 */
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
