import cloudflare from '@astrojs/cloudflare';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { buildId } from './src/build/build-id.ts';
import { pageParts } from './src/build/page-parts.ts';
import { securityHeaders } from './src/build/security-headers.ts';

/** What a page starts with, and not a part that comes later; both are called so by the bundler. */
const STARTS = { tags: ['$initial'] };

/**
 * Scripts that several pages start with. Each module goes to the first group that takes it, with all that it imports; what is
 * left is split by the bundler.
 */
const SHARED_SCRIPTS = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'router', test: /astro\/(?:dist\/transitions|virtual-modules)\/|astro:transitions/ },
  // What pages without islands share with all others.
  {
    name: 'page',
    test: /src\/(?:domain\/(?:i18n\/(?:locales|negotiate|paths)|api\/error)|stores\/(?:browser\/ports|api\/(?:send|answer)))|vite\/preload-helper/,
  },
  { name: 'sent', test: /src\/stores\/application\/(?:sent|submitted)\./ },
  {
    name: 'island',
    test: /node_modules\/(?:i18next|nanostores|@nanostores)\/|@astrojs\/react\/|src\/(?:domain|islands\/(?:ui|fields|[A-Z]\w+)|stores\/(?:page-text|account|api|browser))/,
    minShareCount: 4,
    ...STARTS,
  },
  { name: 'account', test: /src\/islands\/(?:auth|profile)\//, minShareCount: 2, ...STARTS },
  { name: 'form', test: /src\/(?:islands\/wizard|stores\/application)\/|react-hook-form/, minShareCount: 2, ...STARTS },
];

/**
 * Pages carry the styles of all their islands, lazy-loaded parts included. Without this, such a part asks for style sheets that
 * Astro has removed from the build, and does not load (https://github.com/withastro/astro/issues/8329).
 */
const lazyWithoutStyles = () => ({
  name: 'lazy-without-styles',
  configEnvironment: (name) => (name === 'client' ? { build: { cssCodeSplit: false } } : undefined),
});

export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  // Not in development: there it would render pages with the built ones' manifest, and run a gateway of its own.
  ...(process.env.NODE_ENV === 'development'
    ? {}
    : { adapter: cloudflare({ prerenderEnvironment: 'node', imageService: 'passthrough' }) }),
  integrations: [react(), astroI18next(), pageParts(), buildId(), securityHeaders()],
  vite: {
    build: { assetsInlineLimit: 0 },
    plugins: [lazyWithoutStyles()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // The adapter begins every file with a line for workers, also those of the browser.
              banner: '',
              // Astro calls a component's script after all that it knows of it.
              sanitizeFileName: (name) => name.replace(/\.astro.*/, ''),
              codeSplitting: { groups: SHARED_SCRIPTS },
            },
          },
        },
      },
    },
  },
  site: process.env.SITE ?? 'https://portal.example',
});
