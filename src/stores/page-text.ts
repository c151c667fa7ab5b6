/**
 * Where text in the browser comes from. Each page with an island carries the namespaces it shows
 * (components/PageText.astro), so nobody waits for JSON, or for i18next, to read a page; what is not there is fetched by
 * i18next's HTTP back end (fetch-text.ts).
 */
import type { TFunction } from 'i18next';
import type { Locale, Namespace } from '../domain/i18n/locales.ts';
import { translator, type Words } from './translate.ts';

/** The id of the JSON script that components/PageText.astro writes. */
const PAGE_TEXT_ID = 'page-text';

// The build has i18next with all words; a page has its own words and no need of it.
const i18next = import.meta.env.SSR ? (await import('i18next')).default : null;

const carried = new Map<string, Words>();
const keyOf = (locale: Locale, namespace: string) => `${locale}/${namespace}`;

function takeFrom(page: Document): void {
  const json = page.getElementById(PAGE_TEXT_ID)?.textContent;
  if (!json) return;
  const { locale, text } = JSON.parse(json) as { locale: Locale; text: Record<string, Words> };
  for (const [namespace, words] of Object.entries(text)) carried.set(keyOf(locale, namespace), words);
}

if (!i18next) {
  takeFrom(document);
  // And from each page that replaces this one without a reload.
  document.addEventListener('astro:before-swap', (event) => {
    takeFrom((event as Event & { newDocument: Document }).newDocument);
  });
}

const translators = new Map<string, TFunction>();

/**
 * The words of one namespace in one language. Languages are never switched globally: a build renders several pages at
 * once, and an island is told its language by its page.
 */
export function textOf(locale: Locale, namespace: Namespace): TFunction {
  if (i18next) return i18next.getFixedT(locale, namespace);
  const key = keyOf(locale, namespace);
  const known = translators.get(key) ?? (translator(locale, () => carried.get(key)) as unknown as TFunction);
  translators.set(key, known);
  return known;
}

/** Fetches a namespace that the page does not carry; resolves when it can be used or was given up after the retries. */
export async function loadText(locale: Locale, namespace: Namespace): Promise<void> {
  const key = keyOf(locale, namespace);
  if (carried.has(key)) return;
  const { fetchText } = await import('./fetch-text.ts');
  const words = await fetchText(locale, namespace);
  if (words) carried.set(key, words);
}
