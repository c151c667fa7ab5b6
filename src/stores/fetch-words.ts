/** Fetches namespaces that a page does not contain, with i18next and its HTTP back end (requirements: translation-loader). */
import i18next, { type BackendModule, type InitOptions, type ReadCallback } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import type { Locale, Namespace } from '../domain/i18n/locales.ts';

interface Wanted {
  locale: Locale;
  namespace: Namespace;
}

/** Ten at a time, five retries, the first after 350 ms and each after twice the time. */
const OPTIONS: InitOptions = {
  ns: [],
  fallbackLng: false,
  initImmediate: false,
  // No timer that reloads everything.
  backend: { loadPath: '/assets/locales/{{ns}}/{{lng}}.json', reloadInterval: false },
  maxParallelReads: 10,
  maxRetries: 5,
  retryTimeout: 350,
};

/** The HTTP back end; an empty response fails, and the last failure is final: i18next would store an empty bundle. */
const strictBackend = (): BackendModule => {
  let http = new HttpBackend();
  const failures = new Map<string, number>();
  return {
    type: 'backend',
    init(services, options) {
      http = new HttpBackend(services, options);
    },
    read(language, namespace, callback) {
      const name = `${language}|${namespace}`;
      const failed: ReadCallback = (error, mayRetry) => {
        const count = (failures.get(name) ?? 0) + 1;
        const isLast = mayRetry !== true || count > (OPTIONS.maxRetries ?? 0);
        if (isLast) failures.delete(name);
        else failures.set(name, count);
        callback(error, !isLast);
      };
      http.read(language, namespace, (error, words) => {
        if (error) return failed(error, words);
        if (typeof words !== 'object' || words === null || Object.keys(words).length === 0)
          return failed(new Error(`${name}: no texts`), false);
        failures.delete(name);
        callback(null, words);
      });
    },
  };
};

type Fetched = Promise<{ found: (Wanted & { words: Record<string, unknown> })[]; errors: unknown }>;

const running = new Map<string, Fetched>();

/** Several callers at once share one request. @returns the loaded texts, and i18next's errors for the others */
export function fetchWords(wanted: readonly Wanted[]): Fetched {
  const key = JSON.stringify(wanted);
  const known = running.get(key) ?? requestWords(wanted).finally(() => running.delete(key));
  running.set(key, known);
  return known;
}

async function requestWords(wanted: readonly Wanted[]): Fetched {
  const instance = i18next.createInstance().use(strictBackend());
  await instance.init(OPTIONS);
  const locales = [...new Set(wanted.map(({ locale }) => locale))];
  const namespaces = [...new Set(wanted.map(({ namespace }) => namespace))];
  const errors = await new Promise<unknown>((done) => {
    // Called with the errors, if any, which its type omits.
    const onEnd: (errors?: unknown) => void = done;
    void instance.reloadResources(locales, namespaces, onEnd);
  });
  const found = wanted.flatMap((one) => {
    const words: unknown = instance.getResourceBundle(one.locale, one.namespace);
    return typeof words === 'object' && words !== null ? [{ ...one, words: { ...words } }] : [];
  });
  return { found, errors };
}
