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
 * Modules of `src/` by the start of their paths, and of packages.
 * @param {string[]} paths @param {{ except?: string[], packages?: string }} [more]
 */
const modules = (paths, { except = ['$'], packages = '$' } = {}) =>
  new RegExp(`/src/(?!${except.join('|')})(?:${paths.join('|')})|/node_modules/(?:${packages})/`);

/** Calls of the API, and passwords: a part of the form needs neither. */
const CALLS = [
  ...[
    'domain/account/',
    'domain/api/endpoints',
    'domain/api/errors',
    'domain/api/parcels',
    'domain/api/host-words',
    'domain/api/status-codes',
  ],
  ...['domain/application/host-statuses', 'stores/api/client', 'stores/api/request', 'stores/api/token'],
  ...['stores/browser/any-signal', 'stores/browser/persistent-text', 'stores/password-rule'],
];
/** What is asked and checked: pages of the account need neither. */
const RULES = ['check-application', 'cross-rules', 'fit-form', 'form\\.', 'steps'].map(
  (name) => `domain/application/${name}`,
);
/** What puts an application into words: a part of the form does not. */
const ANSWERS = ['domain/application/(?:stages|status\\.)', 'domain/reference/districts'];
/** Sessions and records of any host: pages of the form need neither. */
const RECORD = [
  'domain/application/(?:record|status-history|host-readers)',
  'domain/input/host-values',
  'stores/account',
];

/** What all pages with islands start with. */
const SHARED = ['domain/', 'stores/(?:api|browser)/', 'stores/(?:page-text|device/storage|application/submitted)'];
const NOT_SHARED = [
  ...[...CALLS, ...RULES, ...ANSWERS, ...RECORD, 'domain/application/(?:answers|asked-fields)'],
  ...['domain/parcel/(?:contents|company-parts)', 'domain/passport/holders'],
  ...['stores/api/(?:upload|account-calls)', 'stores/browser/transfer'],
];
/** What the wizard's pages share, with or without a form. */
const DRAFT = [
  ...[...RULES, 'domain/parcel/company-parts', 'domain/passport/holders', 'stores/(?:application|device)/'],
  ...['islands/wizard/', 'islands/fields/(?:PartGroup|ProblemNotice|country-names|lazy-passport|use-preview)'],
];

/** Of these, what no part of the form needs. */
const NOT_IN_PARTS = [
  'stores/application/(?:draft-packing|field-of)',
  'stores/device/detected-types',
  'islands/wizard/company',
];

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
    test: modules(SHARED, { except: NOT_SHARED, packages: 'i18next|nanostores' }),
    minShareCount: 5,
    ...STARTS,
  },
  { name: 'calls', test: modules(CALLS), minShareCount: 5, ...STARTS },
  { name: 'answers', test: modules(ANSWERS), minShareCount: 5, ...STARTS },
  { name: 'record', test: modules([...RECORD, 'stores/api/account-calls']), minShareCount: 5, ...STARTS },
  {
    name: 'island',
    test: modules(['islands/ui/', 'islands/fields/(?:field-texts|early-controls)'], {
      except: ['islands/ui/(?:Dialog|PasswordField|SummaryList)'],
      packages: '@nanostores|@astrojs/react',
    }),
    minShareCount: 5,
    ...STARTS,
  },
  // What a visa's page and the account know of a visa.
  { name: 'visa', test: /src\/domain\/application\/visa/, minShareCount: 2 },
  // What pages of the account share with the check and a company's page, which have no account.
  { name: 'views', test: modules(['islands/ui/(?:PasswordField|ViewHeading)']), minShareCount: 2, ...STARTS },
  { name: 'auth', test: /src\/islands\/auth\//, minShareCount: 2, ...STARTS },
  { name: 'account', test: /src\/islands\/(?:profile\/|ui\/(?:Timeline|use-paper))/, minShareCount: 2 },
  // The page of a photo's link takes a file without a form.
  {
    name: 'choose-file',
    test: modules(['stores/application/(?:choose|offered)-file', 'domain/application/fit-form']),
    minShareCount: 2,
    ...STARTS,
  },
  { name: 'draft', test: modules(DRAFT, { except: NOT_IN_PARTS }), minShareCount: 2, ...STARTS },
  {
    name: 'form',
    test: modules(['islands/fields/'], { except: ['islands/fields/answer-rows'], packages: 'react-hook-form' }),
    minShareCount: 2,
    ...STARTS,
  },
  { name: 'answer-texts', test: /src\/domain\/application\/answers/ },
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
