/**
 * The failures of a stage, printed at the end of a run: what, where, and the command that runs just that. Reads the reports of
 * tools without a reporter in `reporters/`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Failure {
  what: string;
  where?: string | undefined;
  why?: string | undefined;
  /** Arguments after the stage's name that run just this. */
  rerun?: string[] | undefined;
}

const LINES = 10;
const LINES_EACH = 3;
const WIDTH = 150;

/** @param given the stage's arguments @returns at most ten lines */
export function summaryLines(stage: string, failures: readonly Failure[], given: readonly string[] = []): string[] {
  const command = (rerun: readonly string[]) => `  ${['npm test --', stage, ...rerun.map(quoteArgument)].join(' ')}`;
  if (failures.length === 0) return [`── ${stage} failed: see the output above`, command(given)];
  const lines = [`── ${stage} failed: ${failures.length === 1 ? '1 failure' : `${failures.length} failures`}`];
  const all = failures.length * LINES_EACH < LINES;
  const shown = all ? failures : failures.slice(0, Math.floor((LINES - 2) / LINES_EACH));
  for (const { what, where, why, rerun = given } of shown) {
    const about = [where, why].filter(Boolean).join('  ');
    lines.push(truncate(`✘ ${what}`), ...(about ? [truncate(`  ${about}`)] : []), command(rerun));
  }
  if (!all) lines.push(`… and ${failures.length - shown.length} more: see the output above`);
  return lines;
}

export function readReport(file: string): Failure[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

interface LintReport {
  diagnostics: { category: string; message: string; location?: { path: string; start: { line: number } } }[];
}

interface UnusedReport {
  issues: ({ file: string } & Record<string, { name: string; line?: number }[]>)[];
}

export function lintFailures(file: string): Failure[] {
  if (!existsSync(file)) return [];
  const { diagnostics }: LintReport = JSON.parse(readFileSync(file, 'utf8'));
  return diagnostics.map(({ category, message, location }) => ({
    what: `${category}: ${message}`,
    where: location && formatPlace(location.path, location.start.line),
    rerun: location && [fromRoot(location.path)],
  }));
}

export function unusedFailures(output: string): Failure[] {
  const report = /^\{"issues":.*$/m.exec(output)?.[0];
  if (!report) return [];
  const { issues }: UnusedReport = JSON.parse(report);
  return issues.flatMap(({ file, ...lists }) =>
    Object.entries(lists).flatMap(([list, found]) =>
      found.map(({ name, line }) => ({
        what: `unused (${list}): ${name}`,
        where: formatPlace(file, line ?? 1),
      })),
    ),
  );
}

/** Failures in the output of `tsc --pretty false` and `astro check`. @param projects names that check just these */
export function typeFailures(output: string, projects: string[]): Failure[] {
  const shape = /^(\S[^(:\n]*)(?:\((\d+),\d+\)|:(\d+):\d+)(?::| -) (?:error|warning) ?(?:TS|ts\()(\d+)\)?: (.*)$/gm;
  // A file may belong to several projects.
  const lines = new Map([...stripVTControlCharacters(output).matchAll(shape)].map((match) => [match[0], match]));
  return [...lines.values()].map(([, file, inBrackets, afterColon, code, message]) => ({
    what: `TS${code}: ${message}`,
    where: `${file}:${inBrackets ?? afterColon}`,
    rerun: projects,
  }));
}

/** Failures in Astro's build output: the line of the error, then "Location:". */
export function buildFailures(output: string): Failure[] {
  const text = stripVTControlCharacters(output);
  const [, message = 'the pages could not be built'] = /(?:\[ERROR\]|^Error:)\s*(?:\[\w+\]\s*)?(.*)/m.exec(text) ?? [];
  const [, file, line] = /^\s*Location:\s*\n\s*(\S+?):(\d+)(?::\d+)?$/m.exec(text) ?? [];
  const [, next] = /\[ERROR\].*\n+\s*(\S.*)/.exec(text) ?? [];
  return [{ what: message, where: file && formatPlace(file, line), why: next }];
}

/** Arguments for one test: file:line, and its name where a line has several. */
export function testArguments(file: string, line?: number, byName?: { option: string; name: string }): string[] {
  const just = formatPlace(file, line);
  return byName ? [just, byName.option, byName.name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')] : [just];
}

export function firstLine(message: string | undefined): string | undefined {
  return stripVTControlCharacters(message ?? '')
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim();
}

export function formatPlace(file: string, line?: number | string): string {
  return line ? `${fromRoot(file)}:${line}` : fromRoot(file);
}

function fromRoot(file: string): string {
  return isAbsolute(file) ? relative(process.cwd(), file) : file;
}

function truncate(line: string): string {
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
}

function quoteArgument(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
