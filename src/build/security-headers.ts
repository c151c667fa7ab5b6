/**
 * Writes the security headers of the built pages into `_headers`. Inline scripts and styles are allowed by hash only. Pages that
 * replace each other without a reload share a policy; others list only their own hashes, since each hash counts towards the first
 * round trip. A page's script files carry their digest (W3C Subresource Integrity).
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { LOCALES } from '../domain/i18n/locales.ts';
import { localePath } from '../domain/i18n/paths.ts';
import {
  DATA_POLICY,
  DRAWING_POLICY,
  DRAWING_SCRIPT,
  pagePolicy,
  privatePatterns,
  SECURITY_HEADERS,
} from '../domain/security/headers.ts';
import { builtSite } from './built-pages.ts';

type InlineSources = Parameters<typeof pagePolicy>[0];

const POLICY = 'Content-Security-Policy';
/** The asset layer drops longer lines of a `_headers` file, and with them the policy. */
const LONGEST_LINE = 2000;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi;
/** A page's own script tag, up to its URL. */
const MODULE = /<script type="module" src="([^"]+)"/g;
/** Types of script elements that run. Data blocks never run, so they need no hash (HTML, "data block"). */
const RUNS = /^(?:|module|text\/javascript|application\/javascript)$/i;

interface PageSources {
  /** Sources of each page that is always loaded anew, by path: `/ru/help`. */
  plain: ReadonlyMap<string, InlineSources>;
  /** Sources of all pages that replace each other, and their path prefixes: `/ru/auth`. */
  routed: InlineSources;
  routes: readonly string[];
}

/** The integration for `astro.config.mjs`. */
export function securityHeaders(): AstroIntegration {
  return {
    name: 'security-headers',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        await addIntegrity(root);
        const sources = await collectSources(root);
        const file = join(root, '_headers');
        const existing = await readFile(file, 'utf8').catch(() => '');
        await writeFile(file, `${headersFile(sources)}\n${existing}`);
        const { scripts, styles } = sources.routed;
        logger.info(`with the router, ${scripts.length} inline scripts and ${styles.length} inline styles are allowed`);
      },
    },
  };
}

/** CSP sources of inline code, in page order: `'sha256-…'`. @throws RangeError for a style attribute: no hash allows it */
export function inlineSources(html: string): InlineSources {
  const scripts: string[] = [];
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    const type = /\btype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1] ?? '';
    if (/\bsrc\s*=/i.test(attributes) || !RUNS.test(type)) continue;
    scripts.push(sourceOf(code));
  }
  const styled = /<[a-z][^<>]*\sstyle=[^<>]*>/i.exec(html.replaceAll(SCRIPT, ''));
  if (styled) throw new RangeError(`The policy allows no style attribute: ${styled[0]}`);
  return { scripts, styles: [...html.matchAll(STYLE)].map(([, css = '']) => sourceOf(css)) };
}

const digestOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const sourceOf = (text: string) => `'${digestOf(text)}'`;

/** @param html a built page @param scripts path from the root → text @returns the page with a digest on each own script */
export function withIntegrity(html: string, scripts: ReadonlyMap<string, string>): string {
  return html.replace(MODULE, (tag, path: string) => {
    const code = scripts.get(path);
    return code === undefined ? tag : `${tag} integrity="${digestOf(code)}"`;
  });
}

async function addIntegrity(root: string): Promise<void> {
  const scripts = await builtSite.scripts(root);
  for (const file of await builtSite.pages(root)) {
    await writeFile(file, withIntegrity(await readFile(file, 'utf8'), scripts));
  }
}

/** The text of the `_headers` file. @throws RangeError when a policy is too long to be applied */
export function headersFile({ plain, routed, routes }: PageSources): string {
  const everywhere = Object.entries({ ...SECURITY_HEADERS, [POLICY]: DATA_POLICY });
  // The asset layer allows one rule per path.
  const rules = new Map([['/*', everywhere.map(([name, value]) => `${name}: ${value}`)]]);
  const add = (path: string, lines: readonly string[]) => rules.set(path, [...(rules.get(path) ?? []), ...lines]);
  for (const locale of LOCALES) {
    for (const path of ['/', '/*']) add(localePath(locale, path), [`Content-Language: ${locale}`]);
  }
  for (const path of privatePatterns()) {
    add(path, ['! Referrer-Policy', 'Referrer-Policy: no-referrer', 'X-Robots-Tag: noindex']);
  }
  add(`/_astro/${DRAWING_SCRIPT}*`, policyLines(DRAWING_POLICY));
  for (const [path, sources] of plain) add(path, policyLines(pagePolicy(sources, false)));
  for (const route of routes) add(`${route}*`, policyLines(pagePolicy(routed, true)));
  return [...rules].map(([path, lines]) => `${[path, ...lines].join('\n  ')}\n`).join('');
}

function policyLines(policy: string): string[] {
  const line = `${POLICY}: ${policy}`;
  if (line.length > LONGEST_LINE) {
    throw new RangeError(
      `Inline scripts and styles make the policy longer than ${LONGEST_LINE} characters: bundle some of them`,
    );
  }
  return [`! ${POLICY}`, line];
}

async function collectSources(root: string): Promise<PageSources> {
  const plain = new Map<string, InlineSources>();
  const [scripts, styles, routes] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const file of (await builtSite.pages(root)).sort()) {
    const html = await readFile(file, 'utf8');
    const sources = inlineSources(html);
    const address = builtSite.addressOf(root, file);
    if (!html.includes(builtSite.ROUTER_META)) {
      plain.set(address, sources);
      continue;
    }
    for (const source of sources.scripts) scripts.add(source);
    for (const source of sources.styles) styles.add(source);
    routes.add(builtSite.routeOf(address));
  }
  return { plain, routed: { scripts: [...scripts], styles: [...styles] }, routes: [...routes] };
}
