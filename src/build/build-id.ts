/**
 * Names the build in every page that another one can replace without a reload, and in a file of its own, so that a tab can
 * tell whether the portal has changed since it was opened (stores/browser/new-version.ts). The name follows from the scripts:
 * the same sources give the same one.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { BUILD_FILE, BUILD_META } from '../domain/build-name.ts';
import { builtPages, builtScripts, ROUTED } from './built-files.ts';

/** The integration for `astro.config.mjs`. */
export function buildId(): AstroIntegration {
  return {
    name: 'build-id',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const names = [...(await builtScripts(root)).keys()].sort();
        const id = createHash('sha256').update(names.join()).digest('base64url').slice(0, 10);
        await writeFile(join(root, BUILD_FILE), id);
        for (const file of await builtPages(root)) {
          const html = await readFile(file, 'utf8');
          if (html.includes(ROUTED))
            await writeFile(file, html.replace(ROUTED, `<meta name="${BUILD_META}" content="${id}">${ROUTED}`));
        }
      },
    },
  };
}
