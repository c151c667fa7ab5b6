import { basename } from 'node:path';
import cloudflare from '@astrojs/cloudflare';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { buildId, scriptPreloads } from './src/build/built-pages.ts';
import { inlineScripts } from './src/build/inline-scripts.ts';
import { securityHeaders } from './src/build/security-headers.ts';
import { SUPPORTED_BROWSERS } from './src/content/browsers.ts';

/**
 * The bundler's tag of what a page imports statically; what is lazy-loaded is left to it.
 * @type {{ tags: '$initial'[] }}
 */
const STARTS = { tags: ['$initial'] };

/**
 * Scripts that several pages start with. Each module goes to the first group that takes it, with all that it imports; what is
 * left is split by the bundler.
 */
const SHARED_SCRIPTS = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\// },
  { name: 'router', test: /ClientRouter|astro\/(?:dist\/transitions|virtual-modules)\/|astro:transitions/ },
  // What pages without islands share with all others.
  {
    name: 'page',
    test: /src\/domain\/(?:i18n\/(?:locales|paths)|input\/uzbekistan|api\/timeout)|vite\/preload-helper/,
  },
  {
    name: 'shared',
    test: /node_modules\/(?:i18next|nanostores)\/|src\/(?:domain(?!\/(?:application\/(?:answers|asked-fields|record|stages|status|host-readers)|input\/host-values|parcel\/(?:contents|company-parts)|passport\/holders|reference\/districts))|stores\/(?:page-text|password-rule|api(?!\/(?:upload|account-calls))|browser(?!\/transfer)|device\/storage|application\/submitted))/,
    minShareCount: 5,
    ...STARTS,
  },
  // Sessions and records of any host: pages of the form need neither.
  {
    name: 'record',
    test: /src\/(?:domain\/(?:application\/(?:record|status-history)|input\/host-values)|stores\/(?:account|api\/account-calls))/,
    minShareCount: 5,
    ...STARTS,
  },
  {
    name: 'island',
    test: /node_modules\/@nanostores\/|@astrojs\/react\/|src\/islands\/(?:ui|fields\/(?:field-texts|early-controls))/,
    minShareCount: 5,
    ...STARTS,
  },
  // What a visa's page and the account know of a visa.
  { name: 'visa', test: /src\/domain\/application\/visa/, minShareCount: 2 },
  { name: 'auth', test: /src\/islands\/auth\//, minShareCount: 2, ...STARTS },
  { name: 'account', test: /src\/islands\/(?:profile\/|ui\/(?:Timeline|use-paper))/, minShareCount: 2 },
  // The page of a photo's link takes a file without a form.
  { name: 'choose-file', test: /src\/stores\/application\/choose-file/, minShareCount: 2, ...STARTS },
  {
    name: 'form',
    test: /src\/(?:islands\/(?:fields(?!\/answer-rows)|wizard)|stores\/(?:application|device)\/|domain\/(?:parcel\/company-parts|passport\/holders))|react-hook-form/,
    minShareCount: 2,
    ...STARTS,
  },
  // Answers in words, with the districts: pages that only ask need neither.
  { name: 'answers', test: /src\/domain\/(?:application\/answers|reference\/districts)/ },
];

/**
 * A class of a style module: `Timeline-item`. Modules have different names, so that no hash is needed, which does not compress.
 * @param {string} name @param {string} file
 */
const scopedName = (name, file) => `${basename(file, '.module.css')}-${name}`;

/**
 * Pages carry the styles of all their islands, lazy-loaded parts included. Without this, such a part asks for style sheets that
 * Astro has removed from the build, and does not load (https://github.com/withastro/astro/issues/8329).
 * @returns {import('vite').Plugin}
 */
const lazyWithoutStyles = () => ({
  name: 'lazy-without-styles',
  configEnvironment: (name) => (name === 'client' ? { build: { cssCodeSplit: false } } : undefined),
});

/** React with the portal's own script for the browser. */
const islands = () => {
  const { name, hooks } = react();
  const setUp = hooks['astro:config:setup'];
  const own = (renderer) => ({ ...renderer, clientEntrypoint: '/src/islands/client.tsx' });
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:setup': (given) => setUp({ ...given, addRenderer: (renderer) => given.addRenderer(own(renderer)) }),
    },
  };
};

export default defineConfig({
  output: 'static',
  // No page is rendered on demand: without this the adapter asks for a KV namespace.
  session: false,
  trailingSlash: 'never',
  // Each page carries its styles, so that it is painted after one round trip.
  build: { format: 'file', inlineStylesheets: 'always' },
  // Not in development: there the adapter renders pages with the manifest of the build, and runs a gateway of its own.
  ...(process.env.NODE_ENV === 'development'
    ? {}
    : { adapter: cloudflare({ prerenderEnvironment: 'node', imageService: 'passthrough' }) }),
  integrations: [islands(), astroI18next(), scriptPreloads(), buildId(), securityHeaders()],
  vite: {
    css: { modules: { generateScopedName: scopedName } },
    build: {
      assetsInlineLimit: 0,
      target: Object.entries(SUPPORTED_BROWSERS).flatMap(([name, oldest]) => name + oldest),
    },
    plugins: [lazyWithoutStyles(), inlineScripts()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // The adapter puts a line for workers at the top of every file, also of the browser's.
              banner: '',
              // Astro names a component's script after the whole module id.
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
