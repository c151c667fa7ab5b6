import type { AstroI18nextConfig } from 'astro-i18next';
import { fileURLToPath } from 'node:url';
export default {
  defaultLocale: 'ru',
  locales: ['ru', 'en'],
  namespaces: ['home'],
  defaultNamespace: 'home',
  showDefaultLocale: true,
  load: ['server', 'client'],
  i18nextServer: { preload: ['ru', 'en'], fallbackLng: 'ru', backend: { loadPath: process.cwd() + '/locales/{{ns}}/{{lng}}.json' } },
  i18nextClient: { fallbackLng: 'ru', initImmediate: false },
  i18nextClientPlugins: { httpBackend: null, LanguageDetector: null, '{pageText}': '/src/stores/page-text.ts' },
} satisfies AstroI18nextConfig;
