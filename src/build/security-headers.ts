/**
 * Writes the security headers of the built pages into `_headers`, which the asset layer applies to every file.
 * Rules: an inline script runs only if it was built; its hash is in the policy, nothing else inline is. Pages that replace
 * each other without a reload live under the policy of the first, so all of them have the same. All others carry the hashes
 * of their own scripts alone: each hash counts towards the first round trip.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { LOCALES } from '../domain/i18n/locales.ts';
import { localePath } from '../domain/i18n/paths.ts';
import { pagePolicy, privatePatterns, SECURITY_HEADERS } from '../domain/security/headers.ts';
import { builtPages, ROUTED } from './built-files.ts';

/** Longer lines of a `_headers` file are dropped by the asset layer, and with them the policy. */
const LONGEST_LINE = 2000;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
/** Data blocks are never run, so they need no hash (HTML, "data block"). */
const RUNS = /^(?:|module|text\/javascript|application\/javascript)$/i;

/** CSP sources of the inline scripts of all pages. */
export interface PageHashes {
  /** Of pages that are always loaded anew. */
  plain: readonly string[];
  /** Of pages that replace each other, and what their addresses begin with: `/ru/auth`. */
  routed: readonly string[];
  routes: readonly string[];
}

/** The integration for `astro.config.mjs`. */
export function securityHeaders(): AstroIntegration {
  return {
    name: 'security-headers',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const hashes = await collectHashes(root);
        const file = join(root, '_headers');
        const existing = await readFile(file, 'utf8').catch(() => '');
        await writeFile(file, `${headersFile(hashes)}\n${existing}`);
        logger.info(`inline scripts allowed: ${hashes.plain.length}, with the router ${hashes.routed.length}`);
      },
    },
  };
}

/**
 * CSP sources of the inline scripts of one page.
 * @returns `'sha256-…'` sources, in the order of the page
 */
export function inlineScriptHashes(html: string): string[] {
  const hashes: string[] = [];
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    const type = /\btype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1] ?? '';
    if (/\bsrc\s*=/i.test(attributes) || !RUNS.test(type)) continue;
    hashes.push(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return hashes;
}

/**
 * The text of the `_headers` file.
 * @throws RangeError when a policy is too long to be applied
 */
export function headersFile({ plain, routed, routes }: PageHashes): string {
  const everywhere = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`);
  // The asset layer takes one rule for a path.
  const rules = new Map([['/*', [...everywhere, policyLine(plain)]]]);
  const add = (path: string, lines: readonly string[]) => rules.set(path, [...(rules.get(path) ?? []), ...lines]);
  for (const locale of LOCALES) {
    for (const path of ['/', '/*']) add(localePath(locale, path), [`Content-Language: ${locale}`]);
  }
  for (const path of privatePatterns()) {
    add(path, ['! Referrer-Policy', 'Referrer-Policy: no-referrer', 'X-Robots-Tag: noindex']);
  }
  for (const route of routes) add(`${route}*`, ['! Content-Security-Policy', policyLine(routed)]);
  return [...rules].map(([path, lines]) => `${[path, ...lines].join('\n  ')}\n`).join('');
}

function policyLine(hashes: readonly string[]): string {
  const line = `Content-Security-Policy: ${pagePolicy(hashes)}`;
  if (line.length > LONGEST_LINE) {
    throw new RangeError(
      `${hashes.length} inline scripts make the policy longer than ${LONGEST_LINE} characters: bundle some of them`,
    );
  }
  return line;
}

/** Reads all built pages below `root`. */
async function collectHashes(root: string): Promise<PageHashes> {
  const [plain, routed, routes] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const file of (await builtPages(root)).sort()) {
    const html = await readFile(file, 'utf8');
    const isRouted = html.includes(ROUTED);
    for (const hash of inlineScriptHashes(html)) (isRouted ? routed : plain).add(hash);
    // `ru/auth/login.html` and `ru/auth.html` → `/ru/auth`
    if (isRouted) routes.add(`/${relative(root, file).replace('.html', '').split(sep).slice(0, 2).join('/')}`);
  }
  return { plain: [...plain], routed: [...routed], routes: [...routes] };
}
