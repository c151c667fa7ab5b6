import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, NAMESPACES, type Namespace } from '../../../src/domain/i18n/locales.ts';
import { builtKeys } from './built-keys.ts';
import { baseKeys, pluralBase, readWords } from './read-words.ts';

const root = new URL('../../../', import.meta.url);
const sources = ['src', 'functions']
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.(?:astro|tsx?)$/.test(path))
  .map((file) => ({ file, code: readFileSync(new URL(file, root), 'utf8') }));
const words = new Map(NAMESPACES.map((namespace) => [namespace, readWords(namespace, DEFAULT_LOCALE)]));
const known = new Map(NAMESPACES.map((namespace) => [namespace, baseKeys(words.get(namespace) ?? new Map())]));

/**
 * The strings of the sources that may be keys of a namespace. A key of several parts always counts; one of a single part
 * counts only in a file that names the namespace or gets its texts.
 */
function stringsFor(namespace: Namespace): Set<string> {
  const strings = new Set<string>();
  for (const { code } of sources.filter(({ file }) => file.startsWith('src/'))) {
    const names = code.includes(`'${namespace}'`) || !/(?:pageText|useText)\(/.test(code);
    for (const [, text = ''] of code.matchAll(/'([\w.-]+)'/g)) if (names || text.includes('.')) strings.add(text);
  }
  return strings;
}

/** Keys used by the admin host, which names a part of its texts once and the rest of each key where it is used. */
function adminStrings(): Set<string> {
  const strings = new Set<string>();
  for (const { file, code } of sources.filter(({ file }) => /^functions\/(?:admin|desk|office)\//.test(file))) {
    const part = file.startsWith('functions/desk/') ? 'web' : file.startsWith('functions/office/') ? 'office' : 'mail';
    for (const [, asked = ''] of code.matchAll(/\bt\((?=([^()]*))/g)) {
      for (const [, key = ''] of asked.matchAll(/'([\w.]+)'/g)) strings.add(`${part}.${key}`);
    }
  }
  return strings;
}

describe('keys that are put together', () => {
  it.each(NAMESPACES)('message keys that code builds exist in "%s"', (namespace) => {
    const missing = builtKeys(namespace).filter(({ key, optional }) => !optional && !known.get(namespace)?.has(key));
    expect(missing.map(({ key }) => key)).toEqual([]);
  });

  it('every message key that code builds is in the list of such keys', () => {
    const listed = NAMESPACES.flatMap((namespace) => builtKeys(namespace).map(({ key }) => key));
    const templates = sources
      .filter(({ file }) => file.startsWith('src/'))
      .flatMap(({ file, code }) =>
        [
          ...code.matchAll(
            /\b(?:t|application|auth|words|forms|terms|(?:pageText|useText)\([^)]*\))(?:\.find)?\(\s*`((?:[^`$]|\$\{[^`{}]*\})+)`/g,
          ),
        ].map(([, key = '']) => ({
          file,
          key,
        })),
      );
    expect(templates.length).toBeGreaterThan(30);
    const unlisted = templates.filter(({ key }) => {
      const parts = key.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
      // Code may use a whole group at once.
      const pattern = new RegExp(`^${parts.join('.+')}(?:$|\\.)`);
      return !listed.some((name) => pattern.test(name));
    });
    expect(unlisted).toEqual([]);
  });
});

describe.each(NAMESPACES)('keys of "%s"', (namespace) => {
  it(`every message key of "${namespace}" is used`, () => {
    const strings = namespace === 'admin' ? adminStrings() : stringsFor(namespace);
    const built = new Set(builtKeys(namespace).map(({ key }) => key));
    const isAsked = (key: string) => strings.has(key) || built.has(key);
    const unused = [...(words.get(namespace)?.keys() ?? [])].filter(
      (key) => !isAsked(key) && !isAsked(pluralBase(key)),
    );
    expect(unused).toEqual([]);
  });
});
