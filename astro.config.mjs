import cloudflare from '@astrojs/cloudflare';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { buildId } from './src/build/build-id.ts';
import { pageScripts } from './src/build/page-scripts.ts';
import { pageStyles } from './src/build/page-styles.ts';
import { LARGE_SCRIPT, preloadIslands } from './src/build/preload-islands.ts';
import { securityHeaders } from './src/build/security-headers.ts';

/** What every page runs at its start, in one file: each further file would be a round trip of its own. */
const EVERY_PAGE =
  /src\/(?:components\/(?:language-switch|site-header|print-button)|stores\/(?:language|browser\/ports)|domain\/i18n\/(?:locales|paths|negotiate))\.ts|vite\/preload-helper/;

/**
 * What every island starts with, in two files: they pack better than a dozen small ones, and each is run by itself. None of it
 * is for pages without.
 */
const REACT = /node_modules\/(?:react|react-dom|scheduler)\//;
const EVERY_ISLAND =
  /node_modules\/(?:i18next|@nanostores\/react)\/|@astrojs\/react\/|src\/stores\/(?:page-text|browser\/(?:new-version|tab-storage|json-storage))\.|src\/islands\/(?:ProblemReference|ui\/(?:Button|Notice|Dialog|LoadingBlock|Spinner|use-hydrated|use-client-store|use-page-locale|later|guarded|WaitForPart|ReloadedNotice))\./;

/** What lets pages replace each other without a reload. */
const ROUTER =
  /astro\/(?:dist\/(?:transitions|virtual-modules)\/|components\/ClientRouter\.astro)|astro:transitions|src\/components\/page-change/;

/** What a call of the portal's API needs, on pages with and without islands. */
const EVERY_CALL = /src\/(?:domain\/api\/(?:errors|error-answer)|stores\/api\/(?:answer|send))\./;

/** What the page of a sent application shares with the steps that lead there. */
const SENT = /src\/(?:stores\/(?:application\/(?:submitted|sent)|browser\/json-storage)|domain\/application\/types)\./;

/** What the pages of the account and the steps of an application share. */
const EVERY_FORM =
  /node_modules\/(?:nanostores|@nanostores\/persistent|valibot|idb-keyval)\/|src\/(?:domain\/(?:account\/(?:session|plain-password)|api\/(?:answers|endpoints)|application\/(?:record|fields|values)|reference\/(?:choices|regions))|stores\/(?:account\/(?:token|return-to|lost-session|password-rule)|api\/(?:client|file-links)|browser\/tab-storage|application\/draft-storage)|islands\/(?:ui\/(?:Field|TextField|ErrorSummary|focus-field)|wizard\/field-texts))\./;

/** What the rules of an application and the pages to sign in share. */
const EMAIL = /src\/domain\/input\/email\./;

/** What the pages of the account and those to sign in share. */
const EVERY_ACCOUNT = /src\/stores\/account\/(?:session|reset)\./;

/** What only the steps of an application start with. */
const EVERY_STEP =
  /src\/(?:domain\/(?:application\/file-size|input\/files)|islands\/(?:ui\/ViewHeading|wizard\/(?:WizardFrame|StepForm|SectionFields|DraftGate|LostFiles))|stores\/application\/(?:draft|submit))\./;

/**
 * Files that are there already wherever a part is fetched later. To name them again costs a slow phone a noticeable moment,
 * and so does the part's own file, which is being fetched anyway.
 */
const THERE_ALREADY = /\/(?:every-\w+|react|sent|rolldown-runtime)\./;

/** A plugin, since Astro takes no such setting over. */
const namesNothingTwice = {
  name: 'names-nothing-twice',
  configEnvironment: () => ({
    build: {
      modulePreload: {
        resolveDependencies: (part, files) => files.filter((file) => file !== part && !THERE_ALREADY.test(file)),
      },
    },
  }),
};

/**
 * Chromium compiles a function when it is first called, on the thread that answers to the hand; this line, the first of a
 * file, has it compile the whole file beforehand on another one (v8.dev/blog/explicit-compile-hints). After the bundler,
 * which puts its own lines first.
 */
const compilesAhead = {
  name: 'compiles-ahead',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const part of Object.values(bundle)) {
        if (part.code?.length >= LARGE_SCRIPT) part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
      }
    },
  },
};

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
    buildId(),
    securityHeaders(),
  ],
  vite: {
    plugins: [namesNothingTwice, compilesAhead],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // The adapter begins every file with a line for workers, also those of the browser.
              banner: '',
              codeSplitting: {
                groups: [
                  { name: 'every-page', test: EVERY_PAGE },
                  { name: 'pictures', test: /picture-carousel\.ts/ },
                  { name: 'react', test: REACT },
                  { name: 'every-island', test: EVERY_ISLAND },
                  { name: 'router', test: ROUTER },
                  { name: 'every-call', test: EVERY_CALL },
                  { name: 'sent', test: SENT },
                  { name: 'visa-qr', test: /visa-qr\.ts|node_modules\/qr\// },
                  { name: 'dates', test: /src\/domain\/(?:i18n\/dates|application\/working-days)\./ },
                  { name: 'every-form', test: EVERY_FORM },
                  { name: 'every-step', test: EVERY_STEP },
                  { name: 'email', test: EMAIL },
                  { name: 'every-account', test: EVERY_ACCOUNT },
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
