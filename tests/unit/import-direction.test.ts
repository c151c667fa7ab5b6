import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The layers that each layer may import; a file belongs to the longest matching prefix. */
const ALLOWED: Record<string, readonly string[]> = {
  'src/domain': ['src/content/holidays.ts'],
  'src/stores': ['src/domain'],
  'src/islands': ['src/domain', 'src/stores', 'src/styles'],
  'src/components': ['src/domain', 'src/stores', 'src/islands', 'src/styles', 'src/content'],
  'src/layouts': ['src/domain', 'src/components', 'src/layouts/inline', 'src/styles', 'src/content'],
  // Before a page is painted.
  'src/layouts/inline': ['src/domain', 'src/stores'],
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
  // Data that the arithmetic of working days reads.
  'src/content/holidays.ts': [],
  'src/content.config.ts': ['src/domain', 'src/content'],
  'src/styles': [],
  'src/build': ['src/domain', 'src/stores', 'functions/local'],
  // What all workers and commands share.
  'functions/platform': ['src/domain'],
  'functions/gateway': ['src/domain', 'functions/platform'],
  // Command lines, for launchers and desk.
  'functions/command-line.ts': [],
  // Configurations of the workers, for launchers and desk.
  'functions/wrangler-config.ts': [],
  // Mails have the owner's contacts.
  'functions/admin': ['src/domain', 'src/content', 'functions/platform'],
  // Its crons apply the decisions of the office.
  'functions/admin/index.ts': ['src/domain', 'functions/admin', 'functions/office', 'functions/platform'],
  // The rules of the office.
  'functions/office': ['src/domain', 'src/content', 'functions/admin', 'functions/platform'],
  // The command line of the office.
  'functions/terminal': [
    'src/domain',
    'functions/admin',
    'functions/office',
    'functions/platform',
    'functions/command-line.ts',
    'functions/wrangler-config.ts',
  ],
  'functions/desk': ['src/domain', 'src/content', 'functions/admin', 'functions/office', 'functions/platform'],
  // Trains the passport reader on a developer's machine.
  'functions/training': ['src/domain', 'src/stores', 'functions/command-line.ts'],
  'functions/local': [
    'src/domain',
    'functions/admin',
    'functions/admin/index.ts',
    'functions/desk',
    'functions/gateway',
    'functions/platform',
    'functions/terminal',
    'functions/command-line.ts',
    'functions/wrangler-config.ts',
  ],
};

/** The key for files directly in a layer, such as `src/stores/page-text.ts`. */
const OWN = '.';

/** The folders that each folder of a layer may import; other layers are checked for circles only. */
const FOLDERS: Record<string, Record<string, readonly string[]>> = {
  'src/domain': {
    [OWN]: [],
    i18n: [],
    input: ['api'],
    files: ['api', 'input'],
    reference: ['i18n'],
    api: ['i18n'],
    'api/contract': ['account', 'api', 'application', 'i18n', 'input', 'kinds', 'reference'],
    kinds: ['api', 'files', 'i18n', 'input', 'reference'],
    application: ['api', 'i18n', 'input', 'kinds', 'reference'],
    account: ['api', 'application', 'input'],
    passport: ['application', 'input', 'kinds', 'reference'],
    parcel: ['api', 'application', 'i18n', 'input', 'kinds'],
    security: ['i18n'],
  },
  'src/stores': {
    browser: [],
    device: [],
    [OWN]: ['browser'],
    api: ['browser', OWN],
    pdf: ['browser'],
    'passport-reader': ['browser', 'pdf'],
    application: ['api', 'browser', 'device', 'passport-reader', OWN],
    account: ['api', 'application', 'browser', 'device', OWN],
    parcel: ['api', 'application', 'browser', 'device', OWN],
    'scan-viewer': ['passport-reader', 'pdf'],
  },
  'src/islands': {
    [OWN]: ['fields', 'ui'],
    ui: [],
    fields: ['ui'],
    'fields/passport': ['ui', 'fields'],
    'fields/controls': ['ui', 'fields'],
    'fields/lists': ['ui', 'fields', 'fields/controls', 'fields/passport'],
    'fields/form': ['ui', 'fields', 'fields/controls', 'fields/lists', 'fields/passport'],
    parcel: ['ui', 'fields', 'fields/form'],
    wizard: ['ui', 'fields', 'fields/form', 'fields/passport', 'parcel'],
    auth: ['ui'],
    messages: ['ui', 'auth'],
    profile: ['ui', 'fields', 'fields/form', 'fields/passport', 'parcel', 'auth', 'messages'],
  },
  'functions/admin': {
    runtime: [],
    secrets: ['runtime'],
    store: ['runtime'],
    body: ['runtime'],
    mail: ['runtime', 'secrets', 'store'],
    files: ['runtime', 'secrets', 'store'],
    application: ['body', 'files', 'runtime', 'secrets', 'store'],
    routes: ['application', 'body', 'files', 'mail', 'runtime', 'secrets', 'store'],
    [OWN]: ['mail', 'routes', 'runtime', 'store'],
  },
  'functions/desk': {
    request: [],
    pages: ['request'],
    routes: ['pages', 'request'],
    [OWN]: ['request', 'routes'],
  },
};

const LAYERS = Object.keys(ALLOWED).sort((a, b) => b.length - a.length);
/** Locale files may be imported by the layers that render or send texts. */
const TEXTS = 'locales';
const READS_TEXTS = [
  ...['src/stores', 'src/islands', 'src/components', 'src/layouts', 'src/pages'],
  ...['functions/admin', 'functions/office'],
];
/** Modules of a runtime: browser, worker or Node. */
const RUNTIME = /^(?:node:|cloudflare:|astro(?::|\/|$)|react|hono|nanostores|@nanostores|wrangler|idb-keyval)/;

const SOURCE = /\.(?:ts|tsx|mts|mjs|astro)$/;
const IMPORT = /(?:^|[^.\w])(?:import|export)\s*(?:[\w*{}\s,$]*?from\s*)?\(?\s*['"]([^'"\n]+)['"]/g;

interface Import {
  file: string;
  specifier: string;
  /** The path in the project, or null for a package. */
  target: string | null;
}

// Folders whose names begin with a dot belong to tools.
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

/** Returns a file's folder within its layer, `.` for the layer itself: "wizard" for `src/islands/wizard/Review.tsx`. */
const folderOf = (path: string, layer: string) => dirname(relative(layer, path));

const wrong = (found: Import[]) => found.map(({ file, specifier }) => `${file} → ${specifier}`);
const unique = (names: readonly string[]) => [...new Set(names)].sort();

/** Returns the nodes of a graph that can reach themselves. */
function inCircles(arrows: readonly (readonly [from: string, to: string])[]): string[] {
  const next = Map.groupBy(arrows, ([from]) => from);
  return [...next.keys()].filter((start) => {
    const reached = new Set<string>();
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const [, to] of next.get(at) ?? []) if (!reached.has(to) && reached.add(to)) open.push(to);
    return reached.has(start);
  });
}

/** Imports between two folders of one layer. */
const betweenFolders = imports.flatMap(({ file, target }) => {
  const layer = layerOf(file);
  if (layer === null || target === null || layerOf(target) !== layer) return [];
  const [from, to] = [folderOf(file, layer), folderOf(target, layer)];
  return from === to ? [] : [{ layer, from, to, arrow: `${layer}: ${from} → ${to}` }];
});

describe('imports', () => {
  it('the search for imports finds some in every layer', () => {
    expect(imports.length).toBeGreaterThan(100);
    for (const layer of ['src/domain', 'functions/gateway', 'functions/admin']) {
      expect(
        imports.some(({ file }) => layerOf(file) === layer),
        layer,
      ).toBe(true);
    }
  });

  it('every source file is in a known layer', () => {
    expect(files.filter((file) => layerOf(file) === null && !file.endsWith('.d.ts'))).toEqual([]);
  });

  it('imports go from pages down to the domain, and never between the two workers', () => {
    const violations = imports.filter(({ file, target }) => {
      if (target === null) return false;
      const from = layerOf(file);
      const to = layerOf(target);
      if (target.split('/')[0] === TEXTS) return from === null || !READS_TEXTS.includes(from);
      return from === null || to === null || (to !== from && !ALLOWED[from]?.includes(to));
    });
    expect(wrong(violations)).toEqual([]);
  });

  it('imports between folders of a layer go one way', () => {
    const violations = betweenFolders.filter(
      ({ layer, from, to }) => layer in FOLDERS && !FOLDERS[layer]?.[from]?.includes(to),
    );
    expect(unique(violations.map(({ arrow }) => arrow))).toEqual([]);
  });

  it('folders do not import each other in a circle', () => {
    const tables = Object.entries(FOLDERS).flatMap(([layer, folders]) =>
      Object.entries(folders).flatMap(([from, allowed]) =>
        allowed.map((to) => [`${layer}: ${from}`, `${layer}: ${to}`] as const),
      ),
    );
    expect(inCircles(tables)).toEqual([]);
    const found = betweenFolders.map(({ layer, from, to }) => [`${layer}: ${from}`, `${layer}: ${to}`] as const);
    expect(inCircles(found)).toEqual([]);
  });

  it('files do not import each other in a circle, dynamic imports included', () => {
    const arrows = imports.flatMap(({ file, target }) => (target === null ? [] : [[file, target] as const]));
    expect(inCircles(arrows)).toEqual([]);
  });

  it('inCircles finds paths that return to their start', () => {
    const arrows = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
      ['c', 'd'],
    ] as const;
    expect(inCircles(arrows)).toEqual(['b', 'c']);
  });

  it('imports stay inside the project', () => {
    expect(wrong(imports.filter(({ target }) => target?.startsWith('..')))).toEqual([]);
  });

  it('the domain imports no runtime', () => {
    expect(
      wrong(imports.filter(({ file, specifier }) => layerOf(file) === 'src/domain' && RUNTIME.test(specifier))),
    ).toEqual([]);
  });

  it('imports have the file extension', () => {
    const bare = imports.filter(({ target }) => target !== null && !/\.\w+$/.test(target));
    expect(wrong(bare)).toEqual([]);
  });

  it('stores and islands fetch, load documents and read the clock only through the ports', () => {
    const DIRECT = /(?<![.\w])(?:fetch\((?!\.)|location\.(?:assign|replace|reload)\b|Date\.now\(|new Date\(\))/;
    const found = files.filter(
      (file) => /^src\/(?:stores|islands)\//.test(file) && DIRECT.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    // The desk's scans are a script of their own.
    const others = found.filter((file) => !file.startsWith('src/stores/scan-viewer/'));
    expect(others).toEqual(['src/stores/browser/ports.ts']);
  });

  it('islands do not store anything themselves', () => {
    const STORAGE = /(?<![.\w])(?:localStorage|sessionStorage|indexedDB|caches)\b/;
    const found = files.filter(
      (file) => file.startsWith('src/islands/') && STORAGE.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});

it('no name is declared for export in two modules', () => {
  const DECLARED =
    /^export (?:abstract |async |declare )?(?:class|const|enum|function\*?|interface|let|type) ([\w$]+)/gm;
  // Called by the framework, each in its own file.
  const ROUTES = /^src\/pages\/|\.astro$/;
  const named = files
    .filter((file) => !ROUTES.test(file))
    .flatMap((file) =>
      // An overloaded function is declared several times in its file.
      unique([...readFileSync(join(ROOT, file), 'utf8').matchAll(DECLARED)].map(([, name = '']) => name)).map(
        (name) => [name, file] as const,
      ),
    );
  expect(named.length).toBeGreaterThan(1000);
  const shared = [...Map.groupBy(named, ([name]) => name)].filter(([, homes]) => homes.length > 1);
  expect(shared.map(([name, homes]) => `${name}: ${homes.map(([, file]) => file).join(', ')}`)).toEqual([]);
});
