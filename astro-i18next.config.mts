/**
 * Wires i18next into the build and the browser. The build reads `locales/`; the browser starts from the text that the page
 * carries (src/stores/page-text.ts) and asks the server only for what the page lacks.
 */
import type { AstroI18nextConfig } from 'astro-i18next';
import { DEFAULT_LOCALE, LOCALES, NAMESPACES } from './src/domain/i18n/locales.ts';

const shared = {
  fallbackLng: DEFAULT_LOCALE,
  returnEmptyString: false,
  interpolation: { escapeValue: false },
};

export default {
  defaultLocale: DEFAULT_LOCALE,
  locales: [...LOCALES],
  namespaces: [...NAMESPACES],
  defaultNamespace: 'forms',
  showDefaultLocale: true,
  trailingSlash: 'never',
  resourcesBasePath: '/assets/locales',
  load: ['server', 'client'],
  i18nextServer: {
    ...shared,
    preload: [...LOCALES],
    backend: { loadPath: `${process.cwd()}/locales/{{ns}}/{{lng}}.json` },
  },
  i18nextClient: {
    ...shared,
    ns: [],
    initImmediate: false,
    backend: { loadPath: '/assets/locales/{{ns}}/{{lng}}.json' },
    maxParallelReads: 10,
    maxRetries: 5,
    retryTimeout: 350,
  },
  i18nextClientPlugins: {
    httpBackend: null,
    LanguageDetector: null,
    '{pageText}': '/src/stores/page-text.ts',
    '{pageLanguage}': '/src/stores/page-text.ts',
    '{lazyHttpBackend}': '/src/stores/page-text.ts',
  },
} satisfies AstroI18nextConfig;
