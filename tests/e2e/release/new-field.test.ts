/**
 * A new question for one type is a row of the field table and its texts in both languages: three files. In a copy of the
 * project with these changes and a regenerated contract, the types pass, and so do the tests of applications, in which every
 * field of the table is asked, answered, sent, stored and returned.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { ROOT } from '../support/own-portal.ts';
import { expect, test } from '../support/portal.ts';

const COPIED = [
  ...['src', 'functions', 'locales', 'tests', 'docs', 'public', 'README.md', 'package.json', 'tsconfig.json'],
  'package-lock.json',
  ...['astro.config.mjs', 'astro-i18next.config.mts', 'vitest.config.ts', 'playwright.config.ts', 'wrangler.toml'],
];
const TYPES = ['src/domain', 'functions/admin', 'functions/gateway', 'tests'];
const UNIT = ['tests/unit/domain/application', 'tests/unit/stores/application', 'tests/unit/locales'];
const WORKERS = ['tests/workers/admin/create.test.ts', 'tests/workers/admin/update.test.ts'];
/** Long enough for a busy machine. */
const TIMEOUT_MS = 15 * 60_000;

let root: string;
test.beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'it-visa-field-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  const [from, to] = [join(ROOT, 'node_modules'), join(root, 'node_modules')];
  if (spawnSync('cp', ['-al', from, to]).status !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
});
test.afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Inserts a text before the first match, which must exist. */
function insert(path: string, before: string, text: string): void {
  const old = readFileSync(join(root, path), 'utf8');
  expect(old, path).toContain(before);
  writeFileSync(
    join(root, path),
    old.replace(before, () => text + before),
  );
}

test('adding a field to the form changes three files', () => {
  test.setTimeout(TIMEOUT_MS);
  insert(
    'src/domain/application/fields.ts',
    "  project: field('project'",
    "  startup_name: field('company', { kind: 'text', types: ['founder'] }),\n",
  );
  const words = { ru: ['Название стартапа', 'Введите название стартапа'], en: ['Startup', 'Enter the startup’s name'] };
  for (const locale of LOCALES) {
    const [label, required] = words[locale];
    const path = `locales/forms/${locale}.json`;
    insert(path, '    "project": {\n      "label"', `    "startup_name": { "label": "${label}" },\n`);
    insert(path, '      "project": "', `      "startup_name": "${required}",\n`);
  }

  const passes = (...command: string[]) => {
    const done = spawnSync('npx', command, { cwd: root, encoding: 'utf8' });
    expect(done.status, `${command.join(' ')}\n${done.stdout}${done.stderr}`).toBe(0);
  };
  passes('node', 'functions/local/launch.mjs', 'tests/contract/openapi.ts');
  passes('node', 'functions/local/launch.mjs', 'tests/run/test.ts', 'types', ...TYPES);
  // These tests iterate over the table: parts, valid applicants, bodies, texts, rows.
  passes('vitest', 'run', ...UNIT);
  passes('vitest', 'run', '-c', 'tests/workers/vitest.config.ts', ...WORKERS);
});
