/**
 * No script of a page calls a function that a supported browser (src/content/browsers.ts) lacks; the build transforms syntax
 * and adds no functions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** Folders with code for browsers. */
const SENT = ['domain', 'stores', 'islands', 'components', 'layouts'];

/** Functions that Chrome 111, Firefox 114 or Safari 16.4 lacks. */
const LATER =
  /\bPromise\.(?:withResolvers|try)\b|\bAbortSignal\.any\b|\b(?:Object|Map)\.groupBy\b|\bArray\.fromAsync\b|\bURL\.(?:canParse|parse)\b|\bUint8Array\.from(?:Base64|Hex)\b|\.(?:toBase64|toHex|isSubsetOf|symmetricDifference|checkVisibility|isWellFormed|waitAsync)\(|\bIterator\.|\bRegExp\.escape\b/;

it('scripts of pages use only features of the supported browsers', () => {
  const files = SENT.flatMap((folder) =>
    readdirSync(join(ROOT, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|astro)$/.test(name))
      .map((name) => join(ROOT, 'src', folder, name)),
  );
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) => {
    // Comments may mention them.
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '');
    const later = LATER.exec(code);
    return later ? [`${file.slice(ROOT.length + 1)}: ${later[0]}`] : [];
  });
  expect(found).toEqual([]);
});
