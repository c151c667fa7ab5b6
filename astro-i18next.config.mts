/**
 * Configures i18next. astro-i18next finds this file by its name; on Astro 7 only the extension `.mts` works. `paths` in
 * tsconfig.json refers to the types of the package, which exports none.
 *
 * The build reads `locales/` once (src/components/built-words.ts), before it renders a page. A page contains the texts of its
 * islands (components/PageText.astro); another namespace is fetched from `/assets/locales` (stores/fetch-words.ts), without
 * i18next. Look up texts with `textOf` (stores/page-text.ts) and an explicit language, since one i18next instance renders the
 * pages of all languages.
 */
import type { AstroI18nextConfig } from 'astro-i18next';
import { DEFAULT_LOCALE, LOCALES, NAMESPACES } from './src/domain/i18n/locales.ts';

/** No text is null, so `t` always returns a string. */
declare module 'i18next' {
  interface CustomTypeOptions {
    returnNull: false;
  }
}

export default {
  defaultLocale: DEFAULT_LOCALE,
  locales: [...LOCALES],
  namespaces: [...NAMESPACES],
  defaultNamespace: 'forms',
  load: ['server'],
  i18nextServer: {
    fallbackLng: DEFAULT_LOCALE,
    returnEmptyString: false,
    // React and Astro escape what they render.
    interpolation: { escapeValue: false },
    preload: [...LOCALES],
  },
  i18nextServerPlugins: { fsBackend: '/src/components/built-words.ts' },
} satisfies AstroI18nextConfig;
