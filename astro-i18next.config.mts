/**
 * Wires i18next into the build, which reads `locales/`. A page in the browser starts from the text that it carries
 * (src/stores/page-text.ts); i18next is asked there only for what the page lacks (src/stores/fetch-text.ts).
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
  load: ['server'],
  i18nextServer: {
    ...shared,
    preload: [...LOCALES],
    backend: { loadPath: `${process.cwd()}/locales/{{ns}}/{{lng}}.json` },
  },
} satisfies AstroI18nextConfig;
