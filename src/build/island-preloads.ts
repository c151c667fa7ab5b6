/**
 * Preloads what the islands of a built page start with: else the browser finds each script only in the one that imports it,
 * one round trip after the other. At low priority, since the page is prerendered. Astro writes no such links for islands.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { builtPages } from './built-files.ts';

/** Path from the site's root of each script (`/_astro/x.js`) → those of the scripts that it imports to start. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const ISLAND_SCRIPT = /\b(?:component-url|renderer-url|before-hydration-url)="([^"]+)"/g;

/** The integration for `astro.config.mjs`. */
export function islandPreloads(): AstroIntegration {
  const imports = new Map<string, string[]>();
  return {
    name: 'island-preloads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [recordImports(imports)] } }),
      'astro:build:done': async ({ dir }) => {
        for (const file of await builtPages(fileURLToPath(dir)))
          await writeFile(file, withPreloads(await readFile(file, 'utf8'), imports));
      },
    },
  };
}

/** Vite plugin: records what the browser's scripts import. */
const recordImports = (imports: Map<string, string[]>): Plugin => ({
  name: 'record-imports',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type === 'chunk')
        imports.set(
          `/${part.fileName}`,
          part.imports.map((path) => `/${path}`),
        );
    }
  },
});

/** @returns the page with a preload for each script that its islands start with, but for those it runs itself */
export function withPreloads(html: string, imports: Imports): string {
  const needed = new Set<string>();
  const add = (path: string) => {
    if (needed.has(path) || !imports.has(path)) return;
    needed.add(path);
    imports.get(path)?.forEach(add);
  };
  for (const [, path = ''] of html.matchAll(ISLAND_SCRIPT)) add(path);
  const tags = [...needed]
    .filter((path) => !html.includes(`src="${path}"`))
    .map((path) => `<link rel="modulepreload" href="${path}" fetchpriority="low">`);
  return html.replace('</head>', `${tags.join('')}</head>`);
}
