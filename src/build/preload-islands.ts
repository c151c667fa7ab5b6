/**
 * Names the scripts of a page's islands, with all they import, so that the browser fetches them at once and not one round
 * after the other. Rule: only what an island needs to start; what it loads on demand is not named. They stand in the head,
 * or in a template before a form that can be typed into without them (islands/painted.ts): it is there before they are asked
 * for. The large ones are run by themselves as they arrive: all in one go they would keep a slow phone from answering.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { builtPages, builtScripts } from './built-files.ts';

const ISLAND_SCRIPT = /\b(?:component-url|renderer-url|before-hydration-url)="([^"]+)"/g;
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g;

/** Pages have one, and no other island then. */
const LATER_ISLAND = /<astro-island\b[^>]*\bclient="painted"[^>]*>/;

/** A script of this many characters takes a slow phone a noticeable moment to compile and run. */
export const LARGE_SCRIPT = 20_000;

/** The integration for `astro.config.mjs`; brings the directive `client:painted` with it. */
export function preloadIslands(): AstroIntegration {
  return {
    name: 'preload-islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'painted', entrypoint: './src/islands/painted.ts' });
      },
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const scripts = await builtScripts(root);
        let pages = 0;
        for (const file of await builtPages(root)) {
          const html = await readFile(file, 'utf8');
          const preloaded = withPreloads(html, scripts);
          if (preloaded === html) continue;
          await writeFile(file, preloaded);
          pages += 1;
        }
        logger.info(`${pages} pages name the scripts of their islands`);
      },
    },
  };
}

/**
 * @param html a built page
 * @param scripts path from the site's root → text of the script
 * @returns the page with a preload for each script its islands start with, the large ones run; as it was when it has no islands.
 * Islands of `client:painted` find theirs in a template right before them
 */
export function withPreloads(html: string, scripts: ReadonlyMap<string, string>): string {
  const urls = [...html.matchAll(ISLAND_SCRIPT)].map(([, url = '']) => url);
  const needed = [...withImports(urls, scripts)].filter((path) => !html.includes(`src="${path}"`));
  if (needed.length === 0) return html;
  const isLarge = (path: string) => !urls.includes(path) && (scripts.get(path)?.length ?? 0) >= LARGE_SCRIPT;
  const tags = needed
    .map((path) =>
      isLarge(path)
        ? `<script async type="module" src="${path}"></script>`
        : `<link rel="modulepreload" href="${path}">`,
    )
    .join('');
  return LATER_ISLAND.test(html)
    ? html.replace(LATER_ISLAND, (island) => `<template>${tags}</template>${toldLater(island)}`)
    : html.replace('</head>', `${tags}</head>`);
}

/** Astro runs what it finds under this name as soon as it meets the island. */
const toldLater = (island: string) => island.replace(' before-hydration-url=', ' data-before-hydration-url=');

/** The scripts at these paths that exist, and all that they import to start. */
export function withImports(paths: Iterable<string>, scripts: ReadonlyMap<string, string>): Set<string> {
  const needed = new Set<string>();
  const add = (path: string) => {
    const code = scripts.get(path);
    if (code === undefined || needed.has(path)) return;
    needed.add(path);
    for (const [, imported = ''] of code.matchAll(STATIC_IMPORT)) add(posix.join(posix.dirname(path), imported));
  };
  for (const path of paths) add(path);
  return needed;
}
