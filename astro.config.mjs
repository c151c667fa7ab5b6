import cloudflare from '@astrojs/cloudflare';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { pageScripts } from './src/build/page-scripts.ts';
import { pageStyles } from './src/build/page-styles.ts';
import { preloadIslands } from './src/build/preload-islands.ts';
import { securityHeaders } from './src/build/security-headers.ts';

/** What every page runs at its start, in one file: each further file would be a round trip of its own. */
const EVERY_PAGE =
  /src\/(?:components\/(?:language-switch|site-header|print-button)|stores\/(?:language|browser\/ports)|domain\/i18n\/(?:locales|paths|negotiate))\.ts|vite\/preload-helper/;

/** What every island starts with, in one file: it packs better than a dozen small ones. None of it is for pages without. */
const EVERY_ISLAND =
  /node_modules\/(?:react|react-dom|scheduler|i18next|@nanostores\/react)\/|@astrojs\/react\/|src\/stores\/page-text|src\/islands\/ui\/(?:Button|Notice|Dialog|LoadingBlock|Spinner|use-hydrated|use-client-store|later)\./;

export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file' },
  // Not in development: there it would render pages with the built ones' manifest, and run a gateway of its own.
  ...(process.env.NODE_ENV === 'development'
    ? {}
    : { adapter: cloudflare({ prerenderEnvironment: 'node', imageService: 'passthrough' }) }),
  integrations: [
    // The sections of a form come to life one by one; in a stream, some of them would be held back for a script to put in.
    react({ experimentalDisableStreaming: true }),
    astroI18next(),
    pageStyles(),
    pageScripts(),
    preloadIslands(),
    securityHeaders(),
  ],
  vite: {
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'every-page', test: EVERY_PAGE },
                  { name: 'loading-overlay', test: /loading-overlay\.ts/ },
                  { name: 'every-island', test: EVERY_ISLAND },
                ],
              },
            },
          },
        },
      },
    },
  },
  site: process.env.SITE ?? 'https://portal.example',
});
