/**
 * `node functions/local/launch.mjs tests/figures.ts`: the project's size and shape in figures. Counts what the compiler's parser
 * sees; an .astro file counts by its front matter and scripts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const MODULE_LINES = 350;
const FUNCTION_LINES = 60;

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The training of the passport reader runs on a developer's machine and is no part of the portal. */
const isTraining = (path: string) => path.startsWith('functions/training/');
const isProduction = (path: string) => /^(?:src|functions)\//.test(path) && !isTraining(path);
const modules = tracked.filter((path) => /\.(?:ts|tsx|mts|mjs|astro)$/.test(path) && !path.endsWith('.d.ts'));
const typescript = tracked.filter((path) => isProduction(path) && /\.tsx?$/.test(path));

/** Expressions in the markup of an .astro file import nothing. */
function astroCode(text: string): string {
  const frontMatter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code);
  return [frontMatter, ...scripts].join('\n');
}

interface Module {
  exports: Set<string>;
  /** Imported files of the project with the imported names; `*` for all. */
  imports: { target: string; names: string[] }[];
  functions: { name: string; lines: number }[];
}

function parseModule(path: string): Module {
  const text = path.endsWith('.astro') ? astroCode(read(path)) : read(path);
  const kind = /\.(?:tsx|astro)$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: Module = { exports: new Set(), imports: [], functions: [] };
  const addImport = (specifier: ts.Node | undefined, names: string[]) => {
    if (!specifier || !ts.isStringLiteralLike(specifier) || !/^[./]/.test(specifier.text)) return;
    const file = specifier.text.split('?')[0] ?? '';
    found.imports.push({
      target: relative(ROOT, resolve(ROOT, file[0] === '/' ? '.' : dirname(path), file.replace(/^\//, ''))),
      names,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) addImport(node.moduleSpecifier, importedNames(node.importClause));
    if (ts.isExportDeclaration(node)) {
      const named = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
      for (const { name } of named) found.exports.add(name.text);
      addImport(
        node.moduleSpecifier,
        node.exportClause ? named.map(({ name, propertyName }) => (propertyName ?? name).text) : ['*'],
      );
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      addImport(node.arguments[0], dynamicNames(node));
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      addImport(node.argument.literal, [node.qualifier?.getText() ?? '*']);
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const lines = source.getLineAndCharacterOfPosition(node.end).line - line + 1;
      found.functions.push({ name: `${path}:${line + 1}`, lines });
    }
    if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      for (const name of declaredNames(node)) found.exports.add(name);
    if (ts.isExportAssignment(node)) found.exports.add('default');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function importedNames(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings;
  const names = clause?.name ? ['default'] : [];
  if (bindings && ts.isNamespaceImport(bindings)) return [...names, '*'];
  return [...names, ...(bindings?.elements ?? []).map(({ name, propertyName }) => (propertyName ?? name).text)];
}

/** The names of `const { a } = await import(…)` and of `import(…).then(({ a }) => …)`; else all. */
function dynamicNames(call: ts.Node): string[] {
  for (let node = call.parent; node && !ts.isStatement(node); node = node.parent) {
    const then = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    const pattern = ts.isVariableDeclaration(node)
      ? node.name
      : then && ts.isArrowFunction(then)
        ? then.parameters[0]?.name
        : undefined;
    if (pattern && ts.isObjectBindingPattern(pattern))
      return pattern.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
  }
  return ['*'];
}

function declaredNames(node: ts.Node): string[] {
  if (ts.getModifiers(node as ts.FunctionDeclaration)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
    return ['default'];
  if (!ts.isVariableStatement(node)) return [(node as ts.FunctionDeclaration).name?.text ?? 'default'];
  return node.declarationList.declarations.flatMap(({ name }) =>
    ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((element) => ('name' in element ? [element.name.getText()] : [])),
  );
}

const parsed = new Map(modules.map((path) => [path, parseModule(path)]));
const production = [...parsed].filter(([path]) => isProduction(path));

/** The files that import each export: `module#name`. */
const importers = new Map<string, Set<string>>();
for (const [path, { imports }] of parsed)
  for (const { target, names } of imports)
    for (const name of names.includes('*') ? [...(parsed.get(target)?.exports ?? [])] : names)
      importers.set(`${target}#${name}`, (importers.get(`${target}#${name}`) ?? new Set()).add(path));

/** Entries of the workers, whose default exports wrangler's configurations name. */
const isWorker = (path: string) => /^functions\/(?:admin|desk|gateway)\/index\.tsx?$/.test(path);

const exported = production.flatMap(([path, module]) =>
  [...module.exports]
    .filter((name) => !(name === 'default' && isWorker(path)))
    .map((name) => ({ name: `${path} ${name}`, files: [...(importers.get(`${path}#${name}`) ?? [])] })),
);
const forTests = exported.filter(({ files }) => files.length > 0 && files.every((path) => path.startsWith('tests/')));

/** The names that a module declares for export; a name that is exported on is the other module's. */
const DECLARED = /^export (?:abstract |async |declare )?(?:class|const|enum|function\*?|interface|let|type) ([\w$]+)/gm;
const homes = Map.groupBy(
  typescript
    .filter((path) => !path.startsWith('src/pages/'))
    .flatMap((path) =>
      [...new Set([...read(path).matchAll(DECLARED)].map(([, name]) => name))].map((name) => ({ name, path })),
    ),
  ({ name }) => name,
);
const shared = [...homes].filter(([, found]) => found.length > 1);

const chains = new Map<string, string[]>();
/** The longest chain of imports from a module; imports have no circle (tests/unit/import-direction.test.ts). */
function longestChain(path: string): string[] {
  const known = chains.get(path);
  if (known) return known;
  const targets = parsed.get(path)?.imports.flatMap(({ target }) => (parsed.has(target) ? [target] : [])) ?? [];
  const chain = [path, ...longest(targets.map(longestChain))];
  chains.set(path, chain);
  return chain;
}
const longest = (found: string[][]) => found.reduce((best, next) => (next.length > best.length ? next : best), []);

const count = (paths: string[], countIn: (path: string) => number) =>
  paths.reduce((sum, path) => sum + countIn(path), 0);
const countLines = (path: string) => read(path).split('\n').length - 1;
const countWords = (path: string) => read(path).split(/\s+/).filter(Boolean).length;

const chain = longest(production.map(([path]) => longestChain(path)));
const functions = production.flatMap(([, module]) => module.functions);
const longFunctions = functions.filter(({ lines }) => lines > FUNCTION_LINES);
const longModules = typescript.filter((path) => countLines(path) > MODULE_LINES);

/** A sign or word of the texts that tests/unit/docs refuses; written so that this file is none of them. */
const ELSEWHERE = /\u00a7|\bspecificatio[n]/i;
const referring = tracked.filter(
  (path) =>
    /^(?:src|functions|locales|docs|tests)\/.*\.(?:tsx?|astro|json|md)$/.test(path) && ELSEWHERE.test(read(path)),
);

const ERROR_CLASS = /class (\w+)(?:<[^{]*>)? extends (?:\w*Error|\w*Exception|\w*Refusal(?:<\w+>)?|Fault)\b/g;
const errors = typescript.flatMap((path) =>
  [...read(path).matchAll(ERROR_CLASS)].map(([, name]) => `${name}: ${path}`),
);

/** Names that call a refusal or a fault by another word (docs/glossary.md); `failure` is a column of the table `decisions`. */
const OTHER_WORD = /problem|trouble|failure|mishap/i;
const otherWords = typescript.flatMap((path) => {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && OTHER_WORD.test(node.text)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest));
  return [...names].map((name) => `${name}: ${path}`);
});

const figures: [what: string, figure: number, details?: string[]][] = [
  ['files of ts and tsx in src and functions, without functions/training', typescript.length],
  ['lines in them', count(typescript, countLines)],
  ['lines of ts in functions/training', count(modules.filter(isTraining), countLines)],
  [
    'lines of ts in tests',
    count(
      tracked.filter((path) => /^tests\/.*\.tsx?$/.test(path)),
      countLines,
    ),
  ],
  [
    'words in docs',
    count(
      tracked.filter((path) => /^docs\/.*\.md$/.test(path)),
      countWords,
    ),
  ],
  ['files that refer to a paragraph of another text', referring.length, referring],
  ['functions', functions.length],
  ['exports', exported.length],
  [
    'exports imported by exactly one file',
    exported.filter(({ files }) => files.filter(isProduction).length === 1).length,
  ],
  ['exports imported by tests only', forTests.length, forTests.map(({ name }) => name)],
  [
    'names exported by two modules',
    shared.length,
    shared.map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`),
  ],
  ['classes of errors', errors.length, errors],
  ['names with another word for a refusal or a fault', otherWords.length, otherWords],
  ['modules in the longest chain of imports', chain.length, chain],
  [`modules over ${MODULE_LINES} lines`, longModules.length, longModules],
  [
    `functions over ${FUNCTION_LINES} lines`,
    longFunctions.length,
    longFunctions.map(({ name, lines }) => `${name} (${lines})`),
  ],
];
for (const [what, , details = []] of figures)
  if (details.length > 0) console.log([`${what}:`, ...details, ''].join('\n  ').trimEnd());
for (const [what, figure] of figures) console.log(`${String(figure).padStart(7)}  ${what}`);
