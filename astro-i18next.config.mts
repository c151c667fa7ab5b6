/**
 * All that wires i18next into the portal; astro-i18next finds this file by its name (on Astro 7 an `.mts`, neither `.mjs` nor
 * `.js`). `paths` in tsconfig.json leads to its types, since the package exports none.
 *
 * The build reads `locales/` once, before it renders a page. In the browser i18next starts before the first island is hydrated,
 * with the words that the page carries (components/PageText.astro); a namespace that is not among them is fetched from
 * `/assets/locales` (pages/assets/locales). Words are looked up with `textOf` (stores/page-text.ts), which is told the language:
 * one i18next renders the pages of all of them, so its own language means nothing.
 */
import type { AstroI18nextConfig } from 'astro-i18next';
import { DEFAULT_LOCALE, LOCALES, NAMESPACES } from './src/domain/i18n/locales.ts';

/** No word of the portal is null, so `t` always gives a string. */
declare module 'i18next' {
  interface CustomTypeOptions {
    returnNull: false;
  }
}

const PLUGINS = '/src/stores/page-text.ts';

const shared = {
  fallbackLng: DEFAULT_LOCALE,
  returnEmptyString: false,
  // React and Astro escape what they render.
  interpolation: { escapeValue: false },
};

export default {
  defaultLocale: DEFAULT_LOCALE,
  locales: [...LOCALES],
  namespaces: [...NAMESPACES],
  defaultNamespace: 'forms',
  load: ['server', 'client'],
  i18nextServer: {
    ...shared,
    preload: [...LOCALES],
    backend: { loadPath: `${process.cwd()}/locales/{{ns}}/{{lng}}.json` },
  },
  i18nextClient: {
    ...shared,
    // Nothing is fetched to start with, and i18next is ready at once.
    ns: [],
    initImmediate: false,
    backend: { loadPath: '/assets/locales/{{ns}}/{{lng}}.json' },
    // Specification §9: ten at a time, five retries, the first after 350 ms and each after twice the time.
    maxParallelReads: 10,
    maxRetries: 5,
    retryTimeout: 350,
  },
  // Import clause → module. Null leaves out what astro-i18next would add by itself.
  i18nextClientPlugins: {
    httpBackend: null,
    LanguageDetector: null,
    '{pageText}': PLUGINS,
    '{pageLanguage}': PLUGINS,
    '{lazyHttpBackend}': PLUGINS,
  },
} satisfies AstroI18nextConfig;
