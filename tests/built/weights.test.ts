/**
 * The weight of the built pages: the page, and the scripts that it starts with (its own, its islands', and their static
 * imports). The limits are what was reached, and may only decrease. Runs in the stage `build`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { AstroRenderer } from 'astro';
import { describe, expect, it } from 'vitest';
import config from '../../astro.config.mjs';
import { LOCALES } from '../../src/domain/i18n/locales.ts';

const SITE = resolve(import.meta.dirname, '../../dist/client');
const KB = 1024;

const read = (path: string) => readFileSync(join(SITE, path));
const readPage = (route: string) => read(`${route}.html`);

const packed = new Map<string, { brotli: number; gzip: number }>();
/** The compressed sizes of a file; pages share most scripts. */
function sizesOf(path: string): { brotli: number; gzip: number } {
  const known = packed.get(path) ?? {
    brotli: brotliCompressSync(read(path)).length,
    gzip: gzipSync(read(path), { level: 9 }).length,
  };
  packed.set(path, known);
  return known;
}
const sum = (paths: Iterable<string>, method: 'brotli' | 'gzip') =>
  [...paths].reduce((total, path) => total + sizesOf(path)[method], 0);

const STATIC = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;
const DYNAMIC = /\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
const importsOf = (path: string, shape: RegExp) =>
  [...read(path).toString().matchAll(shape)].map(([, name]) => `/_astro/${name}`);

/** Scripts with all that they import statically. */
function withImports(scripts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...scripts];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    open.push(...importsOf(path, STATIC));
  }
  return found;
}

const named = (html: string, shape: RegExp) => [...new Set([...html.matchAll(shape)].map(([, path = '']) => path))];
const FIRST = /\b(?:component-url|renderer-url|before-hydration-url|type="module" src)="([^"]+)"/g;
const PRELOADED = /\b(?:modulepreload" href|type="module" src)="([^"]+)"/g;
const scriptsOf = (html: string) => withImports(named(html, FIRST));
/** Scripts that are loaded after the first ones, with their imports. */
function laterScriptsOf(first: ReadonlySet<string>): string[] {
  const later = withImports([...first].flatMap((path) => importsOf(path, DYNAMIC)));
  return [...later].filter((path) => !first.has(path));
}
const fontsOf = (html: string) => named(html, /(\/_astro\/[\w.-]+\.woff2)/g);

it.each(['application/specialist', 'profile', ''])('/ru/%s is the same whatever folder it is built in', (route) => {
  const html = readPage(`ru/${route}`.replace(/\/$/, ''));
  expect(html.toString()).not.toMatch(/<astro-island[^>]* uid=/);
  expect(html.includes(resolve(SITE, '../..'))).toBe(false);
});

it('no script entry is named from the root of the project, so that the order of entries is the same in every folder', () => {
  const entries: unknown[] = [];
  const ignore = () => {};
  const islands = config.integrations?.flat().find((one) => one && 'name' in one && one.name === '@astrojs/react');
  const given = { command: 'build', config: {}, updateConfig: ignore, injectScript: ignore };
  const addRenderer = ({ clientEntrypoint }: AstroRenderer) => entries.push(clientEntrypoint);
  // @ts-expect-error: what the integration reads of its many arguments
  islands.hooks['astro:config:setup']({ ...given, addRenderer });
  expect(entries).toEqual([expect.stringMatching(/^[^/]/)]);
});

describe('pages with islands', () => {
  /** Compressed with Brotli as in production; react-dom alone is 57 KB (docs/decisions/scripts.md). */
  const BUDGETS = {
    // The first part of an application.
    '/application/passport': 135 * KB,
    '/application': 130 * KB,
    '/application/specialist/check': 144 * KB,
    '/parcel/draft': 134 * KB,
    '/parcel/company': 153 * KB,
    // Opened on a phone's mobile line: no React.
    '/parcel/photo': 39 * KB,
    '/auth/login': 107 * KB,
  };
  const weightOf = (route: string) => {
    const html = readPage(`ru${route}`);
    return brotliCompressSync(html).length + sum(scriptsOf(html.toString()), 'brotli');
  };
  it.each(Object.entries(BUDGETS))('/ru%s with its first scripts weighs at most %i bytes', (route, budget) => {
    expect(scriptsOf(readPage(`ru${route}`).toString()).size).toBeGreaterThan(7);
    expect(weightOf(route)).toBeLessThanOrEqual(budget);
  });

  it('each part of an application weighs at most 10 KB more than the first may', () => {
    const files = globSync('application/**/*.html', { cwd: join(SITE, 'ru') });
    const routes = files.map((file) => `/${file.replace('.html', '')}`);
    expect(routes.length).toBeGreaterThan(20);
    const heaviest = BUDGETS['/application/passport'] + 10 * KB;
    expect(routes.filter((route) => weightOf(route) > heaviest)).toEqual([]);
  });

  /** The names of all districts are the largest part of the account's pages. */
  const ACCOUNT = 112 * KB;
  it.each(['', '/status', '/security', '/application/founder'])('the scripts of /ru/profile%s are light', (route) => {
    const scripts = scriptsOf(readPage(`ru/profile${route}`).toString());
    expect(scripts.size).toBeGreaterThan(10);
    expect(sum(scripts, 'brotli')).toBeLessThanOrEqual(ACCOUNT);
  });

  it('a form page accepts typing after at most 50 KB, styles and fonts included, and each later script has a limit', () => {
    const page = readPage('ru/application/specialist');
    const html = page.toString();
    expect(html, 'its styles come with it').not.toContain('rel="stylesheet"');
    const fonts = fontsOf(html).reduce((total, path) => total + read(path).length, 0);
    expect(brotliCompressSync(page).length + fonts).toBeLessThanOrEqual(50 * KB);
    const first = scriptsOf(html);
    const later = laterScriptsOf(first);
    expect(later.length).toBeGreaterThan(3);
    // The largest are the numbering plans of all countries, with what formats by them.
    expect(later.filter((path) => sizesOf(path).gzip > 32 * KB)).toEqual([]);
    expect([...first].filter((path) => !named(html, PRELOADED).includes(path))).toEqual([]);
  });
});

describe.each(LOCALES)('public pages (%s)', (locale) => {
  /** One round trip (RFC 6928: ten packets of 1,460 bytes), without the response headers (tests/e2e/public-languages.test.ts). */
  const FIRST_ROUND_TRIP = 14_600 - 900;
  const SCRIPTS = 5 * KB;
  /** The landing page without its pictures, before its carousel starts. */
  const LANDING = 60 * KB;
  const CAROUSEL = 25 * KB;
  const FONT = 28 * KB;

  it.each(['', '/type/application', '/employee-visa', '/404', '/help'])('/%s is light and has no React', (route) => {
    const page = readPage(locale + route);
    const html = page.toString();
    const scripts = scriptsOf(html);
    expect(html).not.toContain('rel="stylesheet"');
    expect(gzipSync(page, { level: 9 }).length).toBeLessThanOrEqual(FIRST_ROUND_TRIP);
    expect(sum(scripts, 'gzip')).toBeLessThanOrEqual(SCRIPTS);
    expect([...scripts].filter((path) => /react\.(?:transitional\.)?element/.test(read(path).toString()))).toEqual([]);
    const fonts = fontsOf(html);
    expect(fonts).toHaveLength(1);
    expect(read(fonts[0] ?? '').length).toBeLessThanOrEqual(FONT);
    if (route !== '') return;
    const first = brotliCompressSync(page).length + sum(scripts, 'brotli') + read(fonts[0] ?? '').length;
    expect(first).toBeLessThanOrEqual(LANDING);
    const later = laterScriptsOf(scripts);
    expect(later.length).toBeGreaterThan(0);
    expect(sum(later, 'gzip')).toBeLessThanOrEqual(CAROUSEL);
  });
});
