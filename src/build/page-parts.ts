/**
 * How the styles and the islands' scripts of a built page reach the browser. Each page carries its styles, and is painted
 * after one round trip. It names what its islands start with, so that it comes at once and not one round after the other; at
 * low priority, since the page is whole without it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { builtPages } from './built-files.ts';

/** Path from the site's root of each script (`/_astro/x.js`) → those of the scripts that it imports to start. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const ISLAND_SCRIPT = /\b(?:component-url|renderer-url|before-hydration-url)="([^"]+)"/g;
const SHEET = /<link rel="stylesheet" href="([^"]+)">/g;

/** The integration for `astro.config.mjs`. */
export function pageParts(): AstroIntegration {
  const imports = new Map<string, string[]>();
  return {
    name: 'page-parts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [notesImports(imports)] } }),
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        for (const file of await builtPages(root)) {
          const html = await readFile(file, 'utf8');
          const readSheet = (address: string) => readFile(join(root, address), 'utf8');
          await writeFile(file, withPreloads(await withStyles(html, readSheet), imports));
        }
      },
    },
  };
}

/** A plugin that writes down what the browser's scripts import. */
const notesImports = (imports: Map<string, string[]>): Plugin => ({
  name: 'notes-imports',
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

/**
 * @param readSheet the text of a style sheet at an address of this site
 * @returns the page with the rules of its style sheets, in their order, in place of the first
 */
export async function withStyles(html: string, readSheet: (address: string) => Promise<string>): Promise<string> {
  const [first, ...others] = html.matchAll(SHEET);
  if (!first) return html;
  const sheets = await Promise.all([first, ...others].map(([, address = '']) => readSheet(address)));
  const rules = `<style>${sheets.join('').trim()}</style>`;
  return html.replaceAll(SHEET, (link) => (link === first[0] ? rules : ''));
}
