import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const readText = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Pages, islands, scripts and the desk, without the style sheets of components. */
const sources = globSync(['src/**/*.{ts,tsx,astro}', 'functions/desk/**/*.{ts,tsx}'], { cwd: ROOT })
  .map((file) => readText(file).replace(/<style[\s\S]*?<\/style>/g, ''))
  .join('\n');

/** True if a source has the name, or builds it from a prefix: `button--${kind}`. */
function isUsed(name: string): boolean {
  const prefix = name.replace(/(--|__)[^-_]*$/, '$1');
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(sources) || sources.includes(`${prefix}\${`);
}

test.each(globSync('src/styles/*.css', { cwd: ROOT }))('the pages use every class of the style sheet %s', (sheet) => {
  const selectors = readText(sheet)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\{[^{}]*\}/g, '{}');
  const classes = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name));
  expect([...classes].filter((name) => !isUsed(name))).toEqual([]);
});
