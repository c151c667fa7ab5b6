// Links, anchors, file paths, identifiers, npm scripts and the index of decisions in READMEs, AGENTS.md and docs/ exist. Lists
// and counts that repeat the code are complete.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HOST_OFFERS } from '../../../src/domain/api/responses.ts';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const DECISIONS = join(ROOT, 'docs/decisions');
/** The README of each room of the code: a folder of `src` or `functions`. */
const ROOM_PAGES = globSync('{src,functions}/**/{_,}README.md', { cwd: ROOT });
const pages = ['README.md', 'AGENTS.md', ...globSync('docs/**/*.md', { cwd: ROOT }), ...ROOM_PAGES];
const text = (page: string) => readFileSync(join(ROOT, page), 'utf8');

const scripts = Object.keys(JSON.parse(text('package.json')).scripts);
const ROOTS = /^(?:src|functions|tests|docs|locales|public|\.github)\//;

/** The names of all modules without their folders. */
const MODULES = new Set(
  globSync(['*.{ts,mts,mjs}', '{src,functions,tests}/**/*.{ts,tsx,mjs,css,astro}'], { cwd: ROOT }).map((path) =>
    basename(path),
  ),
);

/** Each word of the code, its texts and settings. */
const WORDS = new Set(
  globSync(['*.{ts,mts,mjs,json,toml}', '{src,functions,tests,locales}/**/*.{ts,tsx,mjs,css,astro,json,sql,toml}'], {
    cwd: ROOT,
    exclude: (path) => ['node_modules', '.wrangler'].includes(basename(path)),
  }).flatMap((path) => text(path).match(/\w+/g) ?? []),
);

/** Secrets that the first start creates, which git ignores. */
const CREATED = /\.dev\.vars$/;

/** Names of browsers, of other servers and of Cloudflare that the code does not use. */
const FOREIGN = ['exceededCpu', 'exceededMemory', 'innerHTML', 'RAW_URI', 'REQUEST_URI'];

/** Returns GitHub's anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Returns the first group of every match. */
const found = (page: string, pattern: RegExp) => [...text(page).matchAll(pattern)].map(([, group = '']) => group);

/** Expands braces like a shell: `a/{b,c}.ts` → `a/b.ts`, `a/c.ts`. */
function expanded(path: string): string[] {
  const [all, list = ''] = /\{([^}]*)\}/.exec(path) ?? [];
  return all ? list.split(',').flatMap((one) => expanded(path.replace(all, one))) : [path];
}

describe.each(pages)('%s', (page) => {
  it('a page of the documentation links only to existing pages and headings', () => {
    const broken = found(page, /\]\(([^)\s]+)\)/g).filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path = '', hash] = link.split('#');
      const target = path ? join(dirname(page), path) : page;
      if (!existsSync(join(ROOT, target))) return true;
      return (
        hash !== undefined &&
        !found(target, /^#+ (.*)$/gm)
          .map(anchor)
          .includes(hash)
      );
    });
    expect(broken).toEqual([]);
  });

  it('a page of the documentation names only existing files', () => {
    const named = found(page, /`([\w./[\]{},@*-]+)`/g).filter((name) => ROOTS.test(name) && !CREATED.test(name));
    const missing = named.flatMap(expanded).filter((path) => {
      const bare = path.replace(/:\d+$/, '').replace(/\/$/, '');
      return bare.includes('*') ? globSync(bare, { cwd: ROOT }).length === 0 : !existsSync(join(ROOT, bare));
    });
    expect(missing).toEqual([]);
  });

  it('a page of the documentation names only existing modules, with or without their folder', () => {
    const missing = found(page, /`([\w.-]+\.(?:ts|tsx|mjs|css|astro))`/g).filter((name) => !MODULES.has(name));
    expect(missing).toEqual([]);
  });

  it('a page of the documentation names only existing constants and identifiers', () => {
    const named = found(page, /`([a-z]+[A-Z]\w*|[A-Z][A-Z\d]*_[A-Z\d_]+)`/g);
    expect(named.filter((name) => !WORDS.has(name) && !FOREIGN.includes(name))).toEqual([]);
  });

  it('a page of the documentation names only existing npm scripts', () => {
    const unknown = found(page, /npm run ([\w:-]+)/g).filter((script) => !scripts.includes(script));
    expect(unknown).toEqual([]);
  });
});

describe('the index of decisions', () => {
  it('the index of decisions has each decision once, with its title', () => {
    const listed = [...text('docs/decisions/README.md').matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => ({
      file,
      title,
    }));
    const files = readdirSync(DECISIONS)
      .filter((file) => file !== 'README.md')
      .map((file) => ({
        file,
        title: /^# (.*)$/m.exec(text(relative(ROOT, join(DECISIONS, file))))?.[1],
      }));
    const byFile = (a: { file: string | undefined }, b: { file: string | undefined }) =>
      String(a.file).localeCompare(String(b.file));
    expect(listed.sort(byFile)).toEqual(files.sort(byFile));
  });
});

describe('rooms of the code', () => {
  const rooms = ['src', 'functions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => `${folder}/${name}`),
  );

  it('each room has a README', () => {
    const described = ROOM_PAGES.map((page) => dirname(page));
    expect(rooms.filter((room) => !described.includes(room))).toEqual([]);
  });

  it('the README of a room has at most 20 lines, and says what the room may import and where to begin', () => {
    const missing = ROOM_PAGES.filter((page) => {
      const words = text(page);
      return words.trimEnd().split('\n').length > 20 || !/May import/.test(words) || !/\b[Bb]egin\b/.test(words);
    });
    expect(missing).toEqual([]);
  });
});

describe('docs/requirements.md', () => {
  const sections = text('docs/requirements.md')
    .split(/^#{2,3} /m)
    .slice(1);
  const requirements = new Map(sections.map((section) => [section.split('\n')[0], section]));
  const files = globSync('{src,functions,locales,docs,tests}/**/*.{ts,tsx,mjs,css,astro,json,sql,toml,md}', {
    cwd: ROOT,
    exclude: (path) => ['node_modules', '.wrangler'].includes(basename(path)),
  });

  it('each name that code cites is a requirement', () => {
    const cited = files.flatMap((file) =>
      found(file, /(?<!\w)\(requirements: ([a-z\d, -]+)\W/g).flatMap((names) =>
        names.split(', ').map((name) => ({ file, name })),
      ),
    );
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter(({ name }) => !requirements.has(name))).toEqual([]);
  });

  it('each requirement names a test that shows it', () => {
    const named = [...requirements].filter(([name = '']) => /^[a-z]+(?:-[a-z]+)*$/.test(name));
    expect(named.filter(([, section]) => !/`tests\/[\w/-]+\.test\.ts`/.test(section)).map(([name]) => name)).toEqual(
      [],
    );
  });

  it('no file refers to a paragraph, or to a text that the repository lacks', () => {
    // Written so that this file is none of them.
    const referring = files.filter((file) => /\u00a7|\bspecificatio[n]/i.test(text(file)));
    expect(referring).toEqual([]);
  });

  it('the documentation has at most 26,000 words, the requirements 2,500, a decision 350', () => {
    const countWords = (words: string) => words.split(/\s+/).filter(Boolean).length;
    const all = globSync('docs/**/*.md', { cwd: ROOT }).map((page) => countWords(text(page)));
    expect(all.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(26_000);
    expect(countWords(text('docs/requirements.md'))).toBeLessThanOrEqual(2500);
    const decisions = globSync('docs/decisions/[!R]*.md', { cwd: ROOT }).flatMap((page) => text(page).split(/^## /m));
    expect(decisions.filter((decision) => countWords(decision) > 350).map((decision) => decision.slice(0, 60))).toEqual(
      [],
    );
  });
});

describe('docs/asvs.md', () => {
  it('the first table counts the requirements of the lists below it', () => {
    const page = text('docs/asvs.md');
    const cells = (row: RegExp) => [...page.matchAll(row)].map(([, ...found]) => found);
    /** How many requirements a cell such as `1.2.1–5, 1.2.9` has. */
    const size = (cell = '') =>
      [...cell.matchAll(/\d+\.\d+\.(\d+)(?:–(\d+))?/g)].reduce(
        (sum, [, from = '', to = from]) => sum + Number(to) - Number(from) + 1,
        0,
      );
    const chapters = cells(/^\| V\d+ [^|]*\|([^|]*)\|([^|]*)\|$/gm);
    const lines = cells(/^- \*\*([\d., ]+)\*\* \((?:[\d to]+), (partly|not)\) (.*)$/gm);
    const count = (found: (string | undefined)[][]) => found.reduce((sum, [ids]) => sum + size(ids), 0);
    const stated = (state: string) => count(lines.filter((line) => line[1] === state));
    const notApplicable = chapters.reduce((sum, [, cell]) => sum + size(cell), 0);
    const counts = [count(chapters), stated('partly'), stated('not'), notApplicable];
    expect(page).toContain(`| all | ${counts.join(' | ')} | ${counts.reduce((sum, one) => sum + one)} |`);
    const owners = lines.filter(([, , about]) => about?.includes(': Owner:'));
    expect(page).toContain(`${owners.length} lines, for ${count(owners)} requirements, begin with "Owner:"`);
  });
});

describe('lists that repeat the code', () => {
  it.each(['docs/api.md', 'docs/host.md'])('%s names each offer of a host', (page) => {
    expect(HOST_OFFERS.filter((offer) => !text(page).includes(offer))).toEqual([]);
  });

  it('instructions to set what host and desk share name both files, since the deployment refuses a difference', () => {
    const [host = [], desk = []] = ['admin', 'desk'].map((name) =>
      found(`functions/${name}/wrangler.toml`, /^([A-Z_]+) = /gm),
    );
    const shared = desk.filter((name) => host.includes(name));
    expect(shared).toContain('MAILS_PER_DAY');
    const lines = pages.flatMap((page) =>
      text(page)
        .split('\n')
        .map((line) => `${page}: ${line}`),
    );
    const instructions = lines.filter(
      (line) => shared.some((name) => line.includes(name)) && line.includes('functions/admin/wrangler.toml'),
    );
    expect(instructions.filter((line) => !line.includes('functions/desk/wrangler.toml'))).toEqual([]);
  });
});
