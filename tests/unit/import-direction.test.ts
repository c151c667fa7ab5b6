import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** What each layer may import besides itself. A file belongs to the longest prefix that fits. */
const ALLOWED: Record<string, readonly string[]> = {
  'src/domain': [],
  'src/stores': ['src/domain'],
  'src/islands': ['src/domain', 'src/stores', 'src/styles'],
  'src/components': ['src/domain', 'src/stores', 'src/islands', 'src/styles', 'src/content'],
  'src/layouts': ['src/domain', 'src/components', 'src/styles', 'src/content'],
  'src/pages': [
    'src/domain',
    'src/stores',
    'src/islands',
    'src/components',
    'src/layouts',
    'src/styles',
    'src/content',
  ],
  'src/content': ['src/domain'],
  'src/content.config.ts': ['src/domain', 'src/content'],
  'src/styles': [],
  'src/build': ['src/domain'],
  'functions/gateway': ['src/domain'],
  'functions/admin': ['src/domain'],
  'functions/local': ['src/domain', 'functions/admin'],
};
const LAYERS = Object.keys(ALLOWED).sort((a, b) => b.length - a.length);
/** Texts are data for whoever renders or sends them. */
const TEXTS = 'locales';
const READS_TEXTS = ['src/stores', 'src/islands', 'src/components', 'src/layouts', 'src/pages', 'functions/admin'];
/** Names that mean a runtime: a browser, a worker or Node. */
const RUNTIME = /^(?:node:|cloudflare:|astro(?::|\/|$)|react|hono|nanostores|@nanostores|wrangler|idb-keyval)/;

const SOURCE = /\.(?:ts|tsx|mts|mjs|astro)$/;
const IMPORT = /(?:^|[^.\w])(?:import|export)\s*(?:[\w*{}\s,$]*?from\s*)?\(?\s*['"]([^'"\n]+)['"]/g;

interface Import {
  file: string;
  specifier: string;
  /** Project path of the target, or null for a package. */
  target: string | null;
}

// What tools leave in folders of their own, whose names begin with a dot, is no source.
const files = ['src', 'functions'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => SOURCE.test(name) && !name.endsWith('.d.ts') && !/(?:^|\/)\./.test(name))
    .map((name) => join(folder, name)),
);

const imports: Import[] = files.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => ({
    file,
    specifier,
    target: targetOf(file, specifier),
  })),
);

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(file), specifier.split('?')[0] ?? ''));
  return specifier.startsWith('/') ? specifier.slice(1) : null;
}

const layerOf = (path: string) => LAYERS.find((layer) => path === layer || path.startsWith(`${layer}/`)) ?? null;

const wrong = (found: Import[]) => found.map(({ file, specifier }) => `${file} → ${specifier}`);

describe('Imports', () => {
  it('are found in every layer that has files', () => {
    expect(imports.length).toBeGreaterThan(100);
    for (const layer of ['src/domain', 'functions/gateway', 'functions/admin']) {
      expect(
        imports.some(({ file }) => layerOf(file) === layer),
        layer,
      ).toBe(true);
    }
  });

  it('come only from files of a known layer', () => {
    expect(files.filter((file) => layerOf(file) === null && !file.endsWith('.d.ts'))).toEqual([]);
  });

  it('go one way: from pages down to the domain, and never between the two workers', () => {
    const violations = imports.filter(({ file, target }) => {
      if (target === null) return false;
      const from = layerOf(file);
      const to = layerOf(target);
      if (target.split('/')[0] === TEXTS) return from === null || !READS_TEXTS.includes(from);
      return from === null || to === null || (to !== from && !ALLOWED[from]?.includes(to));
    });
    expect(wrong(violations)).toEqual([]);
  });

  it('stay inside the project', () => {
    expect(wrong(imports.filter(({ target }) => target?.startsWith('..')))).toEqual([]);
  });

  it('of the domain name no runtime', () => {
    expect(
      wrong(imports.filter(({ file, specifier }) => layerOf(file) === 'src/domain' && RUNTIME.test(specifier))),
    ).toEqual([]);
  });

  it('name their file with its ending', () => {
    const bare = imports.filter(({ target }) => target !== null && !/\.\w+$/.test(target));
    expect(wrong(bare)).toEqual([]);
  });
});
