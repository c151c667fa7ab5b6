/**
 * Machine translation replaces text nodes by its own elements. React, which still holds a text node, then fails when it
 * removes the node or inserts beside it, and its updates of the node are invisible. A text that is the only child of an
 * element is set as the element's content instead. So every text of the islands needs its own element.
 */
import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const SAMPLE = join(ROOT, 'src/islands/bare-text-sample.tsx');

const islands = readdirSync(join(ROOT, 'src/islands'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => join(ROOT, 'src/islands', path));

/** The islands with React's types only, to save time; values from other modules are `any`, which may be text. */
function programOf(files: string[], sample = ''): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2024.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    ...{ strict: true, allowImportingTsExtensions: true, skipLibCheck: true, noEmit: true, types: [] },
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === SAMPLE || fileExists(path);
  host.readFile = (path) => (path === SAMPLE ? sample : readFile(path));
  host.getSourceFile = (path, version, ...rest) =>
    path === SAMPLE ? ts.createSourceFile(path, sample, version, true) : getSourceFile(path, version, ...rest);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => {
      const { resolvedModule } = ts.resolveModuleName(text, from, options, host);
      const isKnown = /src\/islands\/|@types\/react|csstype/.test(resolvedModule?.resolvedFileName ?? '');
      return { resolvedModule: isKnown ? resolvedModule : undefined };
    });
  return ts.createProgram(files, options, host);
}

type Parent = ts.JsxElement | ts.JsxFragment;

/** Returns the places where text is or may be beside other nodes, as `path:line text`. */
function bareText(program: ts.Program, files: string[]): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not in the program`);
    const report = (node: ts.Node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${relative(ROOT, file)}:${line + 1} ${node.getText().trim().replace(/\s+/g, ' ').slice(0, 80)}`);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isJsxElement(node) || ts.isJsxFragment(node)) for (const text of textBeside(node, checker)) report(text);
      if (ts.isFunctionDeclaration(node) && isComponent(node))
        for (const text of textGiven(node, checker)) report(text);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function textBeside(parent: Parent, checker: ts.TypeChecker): ts.JsxChild[] {
  const children = parent.children.filter((child) => !isSpace(child) && !isComment(child));
  const isAlone = ts.isJsxElement(parent) && children.length === 1;
  return children.filter((child) => {
    if (ts.isJsxText(child)) return !isAlone;
    if (!ts.isJsxExpression(child) || !child.expression || isWithoutText(child.expression)) return false;
    const type = checker.getTypeAtLocation(child.expression);
    return isAlone ? mayList(type, checker) : mayBeText(type, checker);
  });
}

/** Returns whether an expression is an element by its syntax; otherwise the types are checked, which is slower. */
function isWithoutText(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node)) return isWithoutText(node.expression);
  if (ts.isConditionalExpression(node)) return isWithoutText(node.whenTrue) && isWithoutText(node.whenFalse);
  if (ts.isBinaryExpression(node)) {
    const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    return isWithoutText(node.right) && (isAnd || isWithoutText(node.left));
  }
  if (ts.isCallExpression(node)) {
    const [visit] = node.arguments.slice(-1);
    const isList = /\.(map|flatMap|from)$/.test(node.expression.getText());
    return isList && visit !== undefined && ts.isArrowFunction(visit) && givesNoText(visit.body);
  }
  const isJsx = ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);
  return isJsx || node.kind === ts.SyntaxKind.NullKeyword;
}

function givesNoText(body: ts.ConciseBody): boolean {
  if (!ts.isBlock(body)) return isWithoutText(body);
  const returns: ts.ReturnStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) returns.push(node);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return returns.every(({ expression }) => !expression || isWithoutText(expression));
}

/** JSX drops line breaks; a space at the end of a line is `{' '}`. */
const isSpace = (child: ts.JsxChild) => ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces;
const isComment = (child: ts.JsxChild) => ts.isJsxExpression(child) && !child.expression;

const isComponent = ({ name, type, body }: ts.FunctionDeclaration) =>
  body !== undefined && type === undefined && /^[A-Z]/.test(name?.text ?? '');

/** A component is rendered beside others, so it must not return a bare text. */
function textGiven(component: ts.FunctionDeclaration, checker: ts.TypeChecker): ts.Node[] {
  if (!component.body || givesNoText(component.body)) return [];
  const signature = checker.getSignatureFromDeclaration(component);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  const isOfJsx =
    type && partsOf(type).some((part) => /Element|ReactNode|ReactPortal/.test(checker.typeToString(part)));
  return isOfJsx && component.name && mayBeText(type, checker) ? [component.name] : [];
}

const partsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types.flatMap(partsOf) : [type]);

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.Any;

function mayBeText(type: ts.Type, checker: ts.TypeChecker): boolean {
  return partsOf(type).some((part) => {
    // `text && <p>` leaves values that React does not render.
    if (part.isStringLiteral() && part.value === '') return false;
    return (part.flags & TEXT) !== 0 || mayList(part, checker);
  });
}

/** Returns whether an array contains text. */
function mayList(type: ts.Type, checker: ts.TypeChecker): boolean {
  return partsOf(type).some((part) => {
    if (!checker.isArrayLikeType(part)) return false;
    const item = checker.getIndexTypeOfType(part, ts.IndexKind.Number);
    return item !== undefined && mayBeText(item, checker);
  });
}

const SAMPLES = `
import type { ReactNode } from 'react';
declare const t: (key: string) => string;
declare const busy: boolean;
declare const count: number;
declare const slot: ReactNode;
export const bare = [
  <p>{busy && <b />}{t('a')}</p>,
  <p>{t('b')}<b>b</b></p>,
  <p>{count}<b /></p>,
  <p>{slot}<b /></p>,
  <p><b />{busy ? t('a') : null}</p>,
  <p>{['a'].map((a) => t(a))}</p>,
];
export const sound = [
  <p>{t('a')}</p>,
  <p>{busy ? t('a') : <b />}</p>,
  <p>{t('a') && <b />}{busy && <i />}</p>,
  <p><span>{t('a')}</span><b /></p>,
];
`;

it('the search for bare text finds text beside elements, and no text that is alone', () => {
  const found = bareText(programOf([SAMPLE], SAMPLES), [SAMPLE]);
  expect(found.map((place) => place.replace(/^.*?:\d+ /, ''))).toEqual([
    "{t('a')}",
    "{t('b')}",
    '{count}',
    '{slot}',
    "{busy ? t('a') : null}",
    "{['a'].map((a) => t(a))}",
  ]);
});

it('every text of the islands has its own element', () => {
  expect(bareText(programOf(islands), islands)).toEqual([]);
});
