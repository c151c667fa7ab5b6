/** What a run has found, for people: level by level, and for what does not hold what it means and how to mend it. */
import { LEVELS, type Level } from './check.ts';
import { isFit, type Report, type Result } from './run.ts';

const SIGNS: Record<Result['outcome'], string> = { holds: '✓', fails: '✗', missing: '–', not_checked: '?' };

/** @param required the level that the host has to hold @param isDeleted what was made has gone with the host's storage */
export function reportText(report: Report, required: Level, isDeleted = false): string {
  const levels = ([1, 2, 3, 4] as const).map((level) => {
    const results = report.results.filter((result) => result.level === level);
    return [`Level ${level}. ${LEVELS[level]}`, ...results.flatMap(linesOf)].join('\n');
  });
  return [...levels, madeText(report, isDeleted), verdict(report, required)].join('\n\n');
}

function linesOf({ name, outcome, seen, means, mend }: Result): string[] {
  const sign = `  ${SIGNS[outcome]} ${name}`;
  if (outcome === 'holds') return [sign];
  if (outcome === 'not_checked') return [`${sign}: not checked, ${seen}`];
  const found = outcome === 'missing' ? `not there (${seen})` : seen;
  return [`${sign}: ${found}`, `      ${means}`, `      To mend: ${mend}`];
}

function madeText({ made }: Report, isDeleted: boolean): string {
  if (made.length === 0) return 'No application was made.';
  if (isDeleted) return `${made.length} applications were made, and are deleted with the storage that this host had.`;
  const lines = made.map(({ id, email, type }) => `  ${id}  ${type}  ${email}`);
  return ['Left behind, for you to delete: the contract has no call for it.', ...lines].join('\n');
}

function verdict(report: Report, required: Level): string {
  const held = report.level === 0 ? 'No level holds.' : `Level ${report.level} holds, with all below it.`;
  if (isFit(report, required)) return `${held} Asked for: level ${required}. The host is fit for it.`;
  const isOptionalWrong = report.level >= required;
  const why = isOptionalWrong ? 'Something that may be missing is there, and wrong' : 'It is not held';
  return `${held} Asked for: level ${required}. ${why}: see ✗ above.`;
}
