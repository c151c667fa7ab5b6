/** The report of a run for people: level by level, with meaning and remedy of each failure. */
import { LEVELS, type Level } from './check.ts';
import type { Effect } from './finding.ts';
import { isFit, type Report, type Result } from './run.ts';

/** The words for each effect. */
const EFFECT_WORDS: Record<Effect, string> = { stops: 'Does not work', worsens: 'Worse', unsafe: 'Unsafe' };

const SIGNS: Record<Result['outcome'], string> = { holds: '✓', fails: '✗', missing: '–', not_checked: '?' };

/**
 * @param required the level that the host must support @param isDeleted whether created applications were deleted with the
 * host
 */
export function reportText(report: Report, required: Level, isDeleted = false): string {
  const levels = ([1, 2, 3, 4] as const).map((level) => {
    const results = report.results.filter((result) => result.level === level);
    return [`Level ${level}. ${LEVELS[level]}`, `  ${countsOf(results)}`, ...results.flatMap(linesOf)].join('\n');
  });
  return [...levels, summary(report), madeText(report, isDeleted), verdict(report, required)].join('\n\n');
}

/** Returns the effect of a result, `works`, or null if nothing was checked. */
const comesTo = ({ outcome, effect }: Result) =>
  outcome === 'holds' ? 'works' : outcome === 'not_checked' ? null : effect;

/** Returns "8 work, 2 worse, 1 unsafe, 1 not checked". */
function countsOf(results: readonly Result[]): string {
  const count = (what: ReturnType<typeof comesTo>) => results.filter((result) => comesTo(result) === what).length;
  const told: [number, string][] = [
    [count('works'), 'work'],
    [count('worsens'), 'worse'],
    [count('unsafe'), 'unsafe'],
    [count('stops'), 'do not work'],
    [count(null), 'not checked'],
  ];
  return told.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : [])).join(', ');
}

/** Returns what the portal can do with this host. */
function summary({ results }: Report): string {
  const named = (effect: Effect) => results.filter((result) => comesTo(result) === effect).map(({ name }) => name);
  const list = (names: readonly string[], none: string) => (names.length > 0 ? names.join(', ') : none);
  return [
    'In front of this host the portal',
    `  does not work for: ${list(named('stops'), 'nothing')}`,
    `  is unsafe in:      ${list(named('unsafe'), 'nothing that was checked')}`,
    `  is worse in:       ${list(named('worsens'), 'nothing')}`,
  ].join('\n');
}

function linesOf({ name, outcome, seen, effect, means, mend }: Result): string[] {
  const sign = `  ${SIGNS[outcome]} ${name}`;
  if (outcome === 'holds') return [sign];
  if (outcome === 'not_checked') return [`${sign}: not checked, ${seen}`];
  const found = outcome === 'missing' ? `not there (${seen})` : seen;
  return [`${sign}: ${found}`, `      ${EFFECT_WORDS[effect]}: ${means}`, `      To mend: ${mend}`];
}

function madeText({ made }: Report, isDeleted: boolean): string {
  if (made.length === 0) return 'No application was made.';
  if (isDeleted) return `${made.length} applications were made, and are deleted with the storage that this host had.`;
  const lines = made.map(({ id, email, type }) => `  ${id ?? 'without a number'}  ${type}  ${email}`);
  return ['Left behind, for you to delete: the contract has no call for it.', ...lines].join('\n');
}

function verdict(report: Report, required: Level): string {
  const held = report.level === 0 ? 'No level holds.' : `Level ${report.level} holds, with all below it.`;
  if (isFit(report, required)) return `${held} Asked for: level ${required}. The host is fit for it.`;
  const isOptionalWrong = report.level >= required;
  const why = isOptionalWrong ? 'Something that may be missing is there, and wrong' : 'It is not held';
  return `${held} Asked for: level ${required}. ${why}: see ✗ above.`;
}
