/** Fetches words with i18next and its HTTP back end: ten at a time, retried as specification §9 says. Loaded on demand. */
import { createInstance } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { DEFAULT_LOCALE, type Locale, type Namespace } from '../domain/i18n/locales.ts';
import type { Words } from './translate.ts';

const LOAD_PATH = '/assets/locales/{{ns}}/{{lng}}.json';

let starting: Promise<ReturnType<typeof createInstance>> | undefined;

async function start() {
  const instance = createInstance();
  await instance.use(HttpBackend).init({
    fallbackLng: DEFAULT_LOCALE,
    ns: [],
    backend: { loadPath: LOAD_PATH },
    maxParallelReads: 10,
    maxRetries: 5,
    retryTimeout: 350,
  });
  return instance;
}

/** @returns the words of a namespace; null when they could not be fetched after the retries */
export async function fetchText(locale: Locale, namespace: Namespace): Promise<Words | null> {
  starting ??= start();
  const instance = await starting;
  await instance.loadLanguages(locale);
  await instance.loadNamespaces(namespace);
  return (instance.getResourceBundle(locale, namespace) as Words | undefined) ?? null;
}
