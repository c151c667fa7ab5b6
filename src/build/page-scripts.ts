/**
 * Names each script of a page once, and none that does nothing but start another. Those of a page without islands come after
 * its first paint, and all at once. Rule: such a page is whole without them, so none may take the line from words, styles and
 * fonts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { builtPages, builtScripts } from './built-files.ts';
import { standsAlone } from './page-styles.ts';
import { withImports } from './preload-islands.ts';

const SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;
/** A script that does nothing but start another one; the bundler's own preamble does not count. */
const ONLY_STARTS = /^(?:globalThis\.process\??[^;]*;)?import\s*["'`]\.\/([^"'`]+\.js)["'`];?\s*$/;

/** The integration for `astro.config.mjs`. */
export function pageScripts(): AstroIntegration {
  return {
    name: 'page-scripts',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const scripts = await builtScripts(root);
        let count = 0;
        for (const file of await builtPages(root)) {
          const html = await readFile(file, 'utf8');
          if (standsAlone(html)) count++;
          await writeFile(file, standsAlone(html) ? withLateScripts(html, scripts) : withEntries(html, scripts));
        }
        logger.info(`${count} pages paint before they fetch scripts`);
      },
    },
  };
}

/**
 * @param html a built page without islands
 * @param scripts path from the site's root → text of the script
 * @returns the page with its scripts at low priority, each named once together with all it imports
 */
export function withLateScripts(html: string, scripts: ReadonlyMap<string, string>): string {
  const entries = new Set([...html.matchAll(SCRIPT)].map(([, url = '']) => startedBy(url, scripts)));
  for (const path of entries) {
    // What another one imports is run by it.
    if ([...entries].some((other) => other !== path && withImports([other], scripts).has(path))) entries.delete(path);
  }
  const rest = [...withImports(entries, scripts)].filter((path) => !entries.has(path));
  const tags = [
    ...rest.map((path) => `<link rel="modulepreload" href="${path}" fetchpriority="low">`),
    // Those are of low priority by themselves (HTML, module scripts that block nothing).
    ...[...entries].map((path) => `<script type="module" src="${path}"></script>`),
  ];
  return tags.length > 0 ? html.replaceAll(SCRIPT, '').replace('</head>', () => `${tags.join('')}</head>`) : html;
}

/** @returns a page with islands, its scripts at their places, each named once */
export function withEntries(html: string, scripts: ReadonlyMap<string, string>): string {
  const named = new Set<string>();
  return html.replace(SCRIPT, (_, url: string) => {
    const path = startedBy(url, scripts);
    if (named.has(path)) return '';
    named.add(path);
    return `<script type="module" src="${path}"></script>`;
  });
}

function startedBy(url: string, scripts: ReadonlyMap<string, string>): string {
  const started = ONLY_STARTS.exec(scripts.get(url) ?? '')?.[1];
  return started ? url.replace(/[^/]+$/, started) : url;
}
