/**
 * No regular expression that runs in a worker or a page takes a long time for any text: what strangers send reaches most of
 * them, and one that takes time by the square of the length keeps a worker busy for seconds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';
import { expect, it } from 'vitest';

const FOLDERS = ['src', 'functions/gateway', 'functions/admin'];
/** The build reads our own pages only. */
const LEFT_OUT = /^src\/build\/|\.d\.ts$/;

/** Those whose texts are short before they come to them. */
const BOUNDED = new Set([
  // A phone number: a field of a form, 100 characters at the host (`DEFAULT_MAX`).
  String.raw`/(?<=\d(?:\D*\d){6}\D*)[\p{L}#;,*].*$/su`,
  // The address of a page of the account, which the page itself was served at.
  String.raw`/\/profile(\/[a-z]+)*(?=\/?$)/`,
]);

/** Bounded by counts, never by a clock (its seed is fixed): a loaded machine has to come to the same verdict. */
const BY_COUNT = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/** Each literal with the first file that has it. */
function literals(): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${name}`;
      if (!/\.tsx?$/.test(file) || LEFT_OUT.test(file)) continue;
      const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
      const visit = (node: ts.Node) => {
        if (ts.isRegularExpressionLiteral(node) && !found.has(node.text)) found.set(node.text, file);
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, kind));
    }
  }
  return found;
}

it('all regular expressions of the source run in linear time', async () => {
  const slow: string[] = [];
  const all = [...literals()].filter(([literal]) => !BOUNDED.has(literal));
  expect(all.length).toBeGreaterThan(100);
  for (const [literal, file] of all) {
    const end = literal.lastIndexOf('/');
    const { status } = await check(literal.slice(1, end), literal.slice(end + 1), BY_COUNT);
    if (status !== 'safe') slow.push(`${file}: ${literal} is ${status}`);
  }
  expect(slow).toEqual([]);
});
