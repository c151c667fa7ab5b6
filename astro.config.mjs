// @ts-check
import { basename } from 'node:path';
import cloudflare from '@astrojs/cloudflare';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { buildId, scriptPreloads } from './src/build/built-pages.ts';
import { inlineScriptsPlugin } from './src/build/inline-scripts.ts';
import { workerLicenses } from './src/build/licenses.ts';
import { SCRIPT_GROUPS } from './src/build/script-groups.ts';
import { securityHeaders } from './src/build/security-headers.ts';
import { SUPPORTED_BROWSERS } from './src/content/browsers.ts';

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

/**
 * React with the portal's own script for the browser. Its name stands before every path: Astro sorts entries, and their order
 * decides what scripts weigh, so that a path from the root of the project would make weights depend on the project's folder.
 * @returns {import('astro').AstroIntegration}
 */
const islands = () => {
  const { name, hooks } = react();
  const setUp = hooks['astro:config:setup'];
  /** @param {import('astro').AstroRenderer} renderer */
  const own = (renderer) => ({ ...renderer, clientEntrypoint: '#client' });
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:setup': (given) =>
        setUp?.({ ...given, addRenderer: (renderer) => given.addRenderer(own(renderer)) }),
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
  integrations: [islands(), astroI18next(), scriptPreloads(), buildId(), securityHeaders(), workerLicenses()],
  vite: {
    css: { modules: { generateScopedName: scopedName } },
    build: {
      assetsInlineLimit: 0,
      // The notices of the packages whose code is served; that of the font is in public.
      license: { fileName: 'licenses.md' },
      target: Object.entries(SUPPORTED_BROWSERS).flatMap(([name, oldest]) => name + oldest),
    },
    plugins: [lazyWithoutStyles(), inlineScriptsPlugin()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // The adapter puts a line for workers at the top of every file, also of the browser's.
              banner: '',
              // Astro names a component's script after the whole module id.
              sanitizeFileName: (name) => name.replace(/\.astro.*/, ''),
              codeSplitting: { groups: [...SCRIPT_GROUPS] },
            },
          },
        },
      },
    },
  },
  site: process.env.SITE ?? 'https://portal.example',
});
