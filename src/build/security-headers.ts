/**
 * Writes the security headers of the built pages into `_headers`, which the asset layer applies to every file.
 * Rule: an inline script runs only if it was built; its hash is in the policy, nothing else inline is.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { LOCALES } from '../domain/i18n/locales.ts';
import { localePath } from '../domain/i18n/paths.ts';
import { pagePolicy, privatePatterns, SECURITY_HEADERS } from '../domain/security/headers.ts';
import { builtPages } from './built-files.ts';

/** Longer lines of a `_headers` file are dropped by the asset layer, and with them the policy. */
const LONGEST_LINE = 2000;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
/** Data blocks are never run, so they need no hash (HTML, "data block"). */
const RUNS = /^(?:|module|text\/javascript|application\/javascript)$/i;

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
        logger.info(`${hashes.length} inline scripts are allowed by the content security policy`);
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
 * @throws RangeError when the policy is too long to be applied
 */
export function headersFile(hashes: readonly string[]): string {
  const policy = `Content-Security-Policy: ${pagePolicy(hashes)}`;
  if (policy.length > LONGEST_LINE) {
    throw new RangeError(
      `${hashes.length} inline scripts make the policy longer than ${LONGEST_LINE} characters: bundle some of them`,
    );
  }
  const everywhere = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`);
  const rules = [
    rule('/*', [...everywhere, policy]),
    ...LOCALES.flatMap((locale) =>
      [localePath(locale, '/'), localePath(locale, '/*')].map((path) => rule(path, [`Content-Language: ${locale}`])),
    ),
    ...privatePatterns().map((path) =>
      rule(path, ['! Referrer-Policy', 'Referrer-Policy: no-referrer', 'X-Robots-Tag: noindex']),
    ),
  ];
  return `${rules.join('\n')}\n`;
}

const rule = (path: string, lines: readonly string[]) => `${path}\n${lines.map((line) => `  ${line}`).join('\n')}`;

async function collectHashes(root: string): Promise<string[]> {
  const hashes = new Set<string>();
  for (const file of (await builtPages(root)).sort()) {
    for (const hash of inlineScriptHashes(await readFile(file, 'utf8'))) hashes.add(hash);
  }
  return [...hashes];
}
