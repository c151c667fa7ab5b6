import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, NAMESPACES, type Namespace } from '../../../src/domain/i18n/locales.ts';
import { askableKeys, readWords } from './read-words.ts';

const root = new URL('../../../src/', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\.(?:astro|tsx?)$/.test(path),
);
const known = new Map(NAMESPACES.map((namespace) => [namespace, askableKeys(readWords(namespace, DEFAULT_LOCALE))]));

interface Use {
  file: string;
  namespaces: Set<Namespace>;
  key: string;
}

/** Every `name('key')` of a file in which `name = textOf(…, 'namespace')`; keys that are put together are left out. */
function usesIn(file: string): Use[] {
  const code = readFileSync(new URL(file, root), 'utf8');
  const speakers = new Map<string, Set<Namespace>>();
  for (const [, name = '', namespace] of code.matchAll(/(\w+)\s*=\s*textOf\([^)]*?['"](\w+)['"]\s*\)/g)) {
    speakers.set(name, (speakers.get(name) ?? new Set()).add(namespace as Namespace));
  }
  return [...speakers].flatMap(([name, namespaces]) =>
    [...code.matchAll(new RegExp(`(?<![\\w.$])${name}\\(\\s*'([^']+)'`, 'g'))].map(([, key = '']) => ({
      file,
      namespaces,
      key,
    })),
  );
}

const uses = sources.flatMap(usesIn);

describe('the words that the portal asks for', () => {
  it('are found in the sources at all', () => {
    expect(uses.length).toBeGreaterThan(50);
  });

  it('exist', () => {
    const missing = uses.filter(({ namespaces, key }) => ![...namespaces].some((name) => known.get(name)?.has(key)));
    expect(missing.map(({ file, key }) => `${file}: ${key}`)).toEqual([]);
  });
});
