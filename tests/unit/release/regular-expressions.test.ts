/**
 * No regular expression in a worker or a page takes long for any text: most of them read untrusted text, and one with
 * quadratic time would block a worker for seconds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';
import { expect, it } from 'vitest';

const FOLDERS = ['src', 'functions/gateway', 'functions/admin'];
/** The build reads only the project's own pages. */
const LEFT_OUT = /^src\/build\/|\.d\.ts$/;

/** Expressions whose texts are short. */
const BOUNDED = new Set([
  // A phone number is a field of a form, with at most 100 characters at the host (`DEFAULT_MAX`).
  String.raw`/(?<=\d(?:\D*\d){6}\D*)[\p{L}#;,*].*$/su`,
  // The path of an account page, at which the page itself was served.
  String.raw`/\/profile(\/[a-z]+)*(?=\/?$)/`,
]);

/** Limited by counts and a fixed seed instead of a clock, so that a busy machine gets the same result. */
const BY_COUNT = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/** Each literal with the first file that contains it. */
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

// Hundreds of expressions, each computed to its end: minutes on a busy machine.
it('all regular expressions of the source run in linear time', { timeout: 900_000 }, async () => {
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
