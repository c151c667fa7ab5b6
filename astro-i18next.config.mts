/**
 * All that wires i18next into the portal; astro-i18next finds this file by its name (on Astro 7 an `.mts`, neither `.mjs` nor
 * `.js`). `paths` in tsconfig.json leads to its types, since the package exports none.
 *
 * The build reads `locales/` once (src/components/built-words.ts), before it renders a page. A page carries the words of its islands (components/PageText.astro);
 * i18next is loaded with the first namespace that is not among them, and fetches it from `/assets/locales` (stores/fetch-words.ts).
 * Words are looked up with `textOf` (stores/page-text.ts), which takes the language: one i18next renders the pages of all of
 * them, so its own language means nothing.
 */
import type { AstroI18nextConfig } from 'astro-i18next';
import { DEFAULT_LOCALE, LOCALES, NAMESPACES } from './src/domain/i18n/locales.ts';

/** No word of the portal is null, so `t` always gives a string. */
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
