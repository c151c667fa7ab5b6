/**
 * Names the build in every page that another one can replace without a reload, and in a file of its own, so that a tab can
 * tell whether the portal has changed since it was opened (stores/browser/new-version.ts). The name follows from the scripts:
 * the same sources give the same one. Beside it stands which pages these are, so that all others are loaded.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { BUILD_FILE, BUILD_META, ROUTES_META } from '../domain/build-name.ts';
import { addressOf, builtPages, builtScripts, ROUTED, routeOf } from './built-files.ts';

/** The integration for `astro.config.mjs`. */
export function buildId(): AstroIntegration {
  return {
    name: 'build-id',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const scripts = [...(await builtScripts(root)).keys()].sort();
        const id = createHash('sha256').update(scripts.join()).digest('base64url').slice(0, 10);
        await writeFile(join(root, BUILD_FILE), id);
        const pages = await Promise.all(
          (await builtPages(root)).map(async (file) => ({ file, html: await readFile(file, 'utf8') })),
        );
        const routed = pages.filter(({ html }) => html.includes(ROUTED));
        const routes = [...new Set(routed.map(({ file }) => routeOf(addressOf(root, file))))].sort().join(' ');
        const names = `<meta name="${BUILD_META}" content="${id}"><meta name="${ROUTES_META}" content="${routes}">`;
        for (const { file, html } of routed) await writeFile(file, html.replace(ROUTED, names + ROUTED));
      },
    },
  };
}
