/** What the build changes in pages: adds its name and script preloads, removes the islands' ids. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { BUILD_FILE, BUILD_META, ROUTES_META } from '../domain/build-name.ts';

/** Astro's mark of pages that its router may swap. */
const ROUTER_META = '<meta name="astro-view-transitions-enabled"';

/** Browsers look for it in a page's first 1,024 bytes only. */
const CHARSET = '<meta charset="utf-8">';

/** The address of a built page: `/ru/auth/login`. */
const addressOf = (root: string, file: string) => `/${relative(root, file).replace('.html', '').split(sep).join('/')}`;

/** The common prefix of a page and the pages that replace it: `/ru/auth/login` and `/ru/auth` → `/ru/auth` */
const routeOf = (address: string) => address.split('/').slice(0, 3).join('/');

/** Writes the build's name into the pages that the router replaces and into a file (browser/new-version.ts). */
export function buildId(): AstroIntegration {
  return {
    name: 'build-id',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const scripts = [...(await builtSite.scripts(root)).keys()].sort();
        const id = createHash('sha256').update(scripts.join()).digest('base64url').slice(0, 10);
        await writeFile(join(root, BUILD_FILE), id);
        const pages = await Promise.all(
          (await builtSite.pages(root)).map(async (file) => ({ file, html: await readFile(file, 'utf8') })),
        );
        const routed = pages.filter(({ html }) => html.includes(ROUTER_META));
        const routes = [...new Set(routed.map(({ file }) => routeOf(addressOf(root, file))))].sort().join(' ');
        const names = `<meta name="${BUILD_META}" content="${id}"><meta name="${ROUTES_META}" content="${routes}">`;
        for (const { file, html } of routed) await writeFile(file, html.replace(ROUTER_META, names + ROUTER_META));
      },
    },
  };
}

interface BuiltScript {
  /** Paths of its static imports. */
  imports: readonly string[];
  /** In UTF-16 units, before compression. */
  length: number;
}

/** By path: `/_astro/x.js` */
type BuiltScripts = ReadonlyMap<string, BuiltScript>;

const FIRST_SCRIPT = /\b(?:component-url|renderer-url|before-hydration-url|type="module" src)="([^"]+)"/g;

/** Preloads the static imports of a page's scripts, to save round trips. */
export function scriptPreloads(): AstroIntegration {
  const scripts = new Map<string, BuiltScript>();
  return {
    name: 'script-preloads',
    hooks: {
      // Vite would add a test for `modulepreload` to every page's script, although Astro has no HTML entry for the polyfill.
      'astro:build:setup': ({ updateConfig }) => void updateConfig({ build: { modulePreload: { polyfill: true } } }),
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [collectScripts(scripts)] } }),
      'astro:build:done': async ({ dir }) => {
        for (const file of await builtSite.pages(fileURLToPath(dir)))
          await writeFile(file, withPreloads(withoutIslandIds(await readFile(file, 'utf8')), scripts));
      },
    },
  };
}

const collectScripts = (scripts: Map<string, BuiltScript>): Plugin => ({
  name: 'collect-scripts',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue;
      const imports = part.imports.map((path) => `/${path}`);
      scripts.set(`/${part.fileName}`, { imports, length: part.code.length });
    }
  },
});

/** Astro's id of an island depends on the project's folder, and nothing in the browser reads it. */
const withoutIslandIds = (html: string) => html.replaceAll(/(<astro-island) uid="[^"]*"/g, '$1');

/**
 * @returns the page with a preload for each script that its scripts and islands start with, except those it names. The longest
 * is requested first, and where there are islands before styles and texts arrive: it is what the page waits for.
 */
export function withPreloads(html: string, scripts: BuiltScripts): string {
  const needed = new Set<string>();
  const add = (path: string) => {
    if (needed.has(path) || !scripts.has(path)) return;
    needed.add(path);
    scripts.get(path)?.imports.forEach(add);
  };
  for (const [, path = ''] of html.matchAll(FIRST_SCRIPT)) add(path);
  const lengthOf = (path: string) => scripts.get(path)?.length ?? 0;
  const tags = [...needed]
    .filter((path) => !html.includes(`src="${path}"`))
    .sort((one, other) => lengthOf(other) - lengthOf(one))
    .map((path) => `<link rel="modulepreload" href="${path}">`)
    .join('');
  const isWaitedFor = html.includes('<astro-island');
  return isWaitedFor ? html.replace(CHARSET, `${CHARSET}${tags}`) : html.replace('</head>', `${tags}</head>`);
}

export const builtSite = {
  ROUTER_META,
  /** @returns the files of all pages below `root` */
  async pages(root: string): Promise<string[]> {
    const files = await readdir(root, { recursive: true });
    return files.filter((name) => name.endsWith('.html')).map((name) => join(root, name));
  },
  addressOf,
  routeOf,
  /** @returns path from the site's root (`/_astro/x.js`) → text, for each script below `root` */
  async scripts(root: string): Promise<Map<string, string>> {
    const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.js'));
    const texts = files.map(
      async (name) => [`/${name.split('\\').join('/')}`, await readFile(join(root, name), 'utf8')] as const,
    );
    return new Map(await Promise.all(texts));
  },
};
