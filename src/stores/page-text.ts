/**
 * Texts by key, context and number. In the build they come from i18next, in the browser from the page, or they are fetched
 * (fetch-words.ts).
 */
import type { KeyPaths, Locale, Namespace } from '../domain/i18n/locales.ts';
import { watchVersion } from './browser/new-version.ts';

/** Types of message keys, from the texts themselves: an unknown key is a type error. */
interface Namespaces {
  admin: typeof import('../../locales/admin/ru.json');
  application: typeof import('../../locales/application/ru.json');
  auth: typeof import('../../locales/auth/ru.json');
  employee: typeof import('../../locales/employee/ru.json');
  forms: typeof import('../../locales/forms/ru.json');
  home: typeof import('../../locales/home/ru.json');
  leaving: typeof import('../../locales/leaving/ru.json');
  messages: typeof import('../../locales/messages/ru.json');
  parcel: typeof import('../../locales/parcel/ru.json');
  passport: typeof import('../../locales/passport/ru.json');
  terms: typeof import('../../locales/terms/ru.json');
}

type Keys = { [N in Namespace]: KeyPaths<Namespaces[N]> };

export type TextKey<N extends Namespace> = Keys[N];

interface TextOptions extends Record<string, unknown> {
  context?: unknown;
  count?: unknown;
}

export interface Text<N extends Namespace> {
  (key: TextKey<N>, options?: TextOptions): string;
  /** For a key that is built from data: `''` if it has no text. */
  find(key: string, options?: TextOptions): string;
}

const PAGE_TEXT_ID = 'page-text';

type Words = Record<string, unknown>;

/** With all texts, in a build and in tests. */
const i18next = import.meta.env.SSR ? (await import('i18next')).default : null;

const bundles = new Map<string, Words>();
const texts = new Map<string, unknown>();

function addWords(locale: Locale, namespace: string, words: Words): void {
  const name = `${locale}/${namespace}`;
  bundles.set(name, merged(bundles.get(name) ?? {}, words));
  // Memoized components compare these functions, and texts that were missing may have arrived.
  texts.clear();
}

const isWords = (value: unknown): value is Words => typeof value === 'object' && value !== null;

function merged(words: Words, more: Words): Words {
  const all = { ...words };
  for (const [key, value] of Object.entries(more)) {
    const known = all[key];
    all[key] = isWords(known) && isWords(value) ? merged(known, value) : value;
  }
  return all;
}

let readDocument: Document | undefined;

function readPageText(page: Document): void {
  if (page === readDocument) return;
  readDocument = page;
  const carried = page.getElementById(PAGE_TEXT_ID)?.textContent;
  if (!carried) return;
  const { locale, text } = JSON.parse(carried) as { locale: Locale; text: Record<string, Words> };
  for (const [namespace, words] of Object.entries(text)) addWords(locale, namespace, words);
}

/** Takes the texts of this page, and of each page that the router swaps in. */
function followPages(): void {
  readPageText(document);
  watchVersion();
  // Wraps loaders that listeners in the capture phase on window have set.
  document.addEventListener('astro:before-preparation', (event) => {
    const load = event.loader;
    event.loader = async () => {
      await load();
      readPageText(event.newDocument);
    };
  });
  // For a navigation that began before this listener was added.
  document.addEventListener('astro:before-swap', ({ newDocument }) => readPageText(newDocument));
}

if (!import.meta.env.SSR) followPages();

const fetched = new Set<string>();

/** Fetches texts that the page does not contain; failed ones are fetched again. @throws AggregateError */
export async function loadWords(locales: readonly Locale[], namespaces: readonly Namespace[]): Promise<void> {
  const wanted = locales.flatMap((locale) => namespaces.map((namespace) => ({ locale, namespace })));
  const missing = wanted.filter(({ locale, namespace }) => !fetched.has(`${locale}/${namespace}`));
  if (missing.length === 0) return;
  const { fetchWords } = await import('./fetch-words.ts');
  const { found, errors } = await fetchWords(missing);
  for (const { locale, namespace, words } of found) {
    addWords(locale, namespace, words);
    fetched.add(`${locale}/${namespace}`);
  }
  if (errors.length > 0) throw new AggregateError(errors, 'texts could not be loaded');
}

/** The texts of a namespace in a language. The language is a parameter, since a build renders several. */
export function pageText<N extends Namespace>(locale: Locale, namespace: N): Text<N> {
  const name = `${locale}/${namespace}`;
  const text = texts.get(name) ?? createFind(locale, namespace);
  texts.set(name, text);
  return text as Text<N>;
}

/**
 * Works as i18next's `t`: prefers the text for the context and number to the general one; a key without a text is returned
 * unchanged.
 */
function createFind(locale: Locale, namespace: Namespace) {
  let rules: Intl.PluralRules | undefined;
  const suffixes = ({ context, count }: TextOptions): string[] => {
    const contexts = context ? [`_${context}`, ''] : [''];
    if (typeof count !== 'number') return contexts;
    rules ??= new Intl.PluralRules(locale);
    const form = `_${rules.select(count)}`;
    return contexts.flatMap((suffix) => [suffix + form, suffix]);
  };
  const find = (key: string, options: TextOptions = {}): string => {
    const words = wordsOf(locale, namespace);
    for (const suffix of suffixes(options)) {
      const text = lookUp(words, key + suffix);
      if (typeof text === 'string' && text !== '') return fillIn(text, options);
    }
    return '';
  };
  const first = (key: string, options?: TextOptions): string => find(key, options) || key;
  return Object.assign(first, { find });
}

/** The texts below a key, in their order; for the build. */
export function textsBelow<N extends Namespace>(locale: Locale, namespace: N, key: TextKey<N>): string[] {
  const group = lookUp(wordsOf(locale, namespace), key);
  return isWords(group) ? Object.values(group).map(String) : [];
}

const wordsOf = (locale: Locale, namespace: Namespace): Words =>
  bundles.get(`${locale}/${namespace}`) ?? (i18next?.getResourceBundle(locale, namespace) as Words);

const lookUp = (words: Words | undefined, key: string): unknown =>
  key.split('.').reduce<unknown>((at, name) => (isWords(at) ? at[name] : undefined), words);

/** Keeps placeholders without a value, to be filled later. */
const fillIn = (text: string, options: TextOptions): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name) => (name in options ? String(options[name] ?? '') : place));
