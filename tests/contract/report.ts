/** The report of a run: results by level; for each failure its meaning and how to fix it. */
import { LEVELS, type Level } from './check.ts';
import type { Effect } from './finding.ts';
import { isFit, type Report, type Result } from './run.ts';

/** The word before the meaning of a failure. */
const EFFECT_WORDS: Record<Effect, string> = { stops: 'Does not work', worsens: 'Worse', unsafe: 'Unsafe' };

const SIGNS: Record<Result['outcome'], string> = {
  ...{ holds: '✓', profiled: '✓', fails: '✗', missing: '–', undecided: '?', not_checked: '?' },
};

/** @param required the level that the host must hold @param isDeleted created applications were deleted with the host's storage */
export function reportText(report: Report, required: Level, isDeleted = false): string {
  const levels = ([1, 2, 3, 4] as const).map((level) => {
    const results = report.results.filter((result) => result.level === level);
    return [`Level ${level}. ${LEVELS[level]}`, `  ${countsOf(results)}`, ...results.flatMap(linesOf)].join('\n');
  });
  const parts = [...levels, summary(report), profileText(report), actionsText(report), madeText(report, isDeleted)];
  return [...parts, verdict(report, required)].join('\n\n');
}

/** The effect of a result, `works`, or `open` where nothing was decided. */
function effectOf({ outcome, effect }: Result): Effect | 'works' | 'open' {
  if (outcome === 'holds' || outcome === 'profiled') return 'works';
  return outcome === 'undecided' || outcome === 'not_checked' ? 'open' : effect;
}

/** "8 work, 2 worse, 1 unsafe, 1 not decided". */
function countsOf(results: readonly Result[]): string {
  const count = (what: ReturnType<typeof effectOf>) => results.filter((result) => effectOf(result) === what).length;
  const counts: [number, string][] = [
    [count('works'), 'work'],
    [count('worsens'), 'worse'],
    [count('unsafe'), 'unsafe'],
    [count('stops'), 'do not work'],
    [count('open'), 'not decided'],
  ];
  return counts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : [])).join(', ');
}

/** Summary of the effects on the portal. */
function summary({ results }: Report): string {
  const named = (effect: Effect) => results.filter((result) => effectOf(result) === effect).map(({ name }) => name);
  const open = results.flatMap((result) => (effectOf(result) === 'open' ? [result.name] : []));
  const list = (names: readonly string[], none: string) => (names.length > 0 ? names.join(', ') : none);
  return [
    'With this host the portal',
    `  does not work for: ${list(named('stops'), 'nothing')}`,
    `  is unsafe in:      ${list(named('unsafe'), 'nothing that was seen')}`,
    `  not decided:       ${list(open, 'nothing')}`,
    `  is worse in:       ${list(named('worsens'), 'nothing')}`,
  ].join('\n');
}

function linesOf({ name, outcome, seen, effect, means, mend }: Result): string[] {
  const sign = `  ${SIGNS[outcome]} ${name}`;
  if (outcome === 'holds') return [sign];
  if (outcome === 'profiled') return [`${sign}: with the profile; ${seen}`];
  if (outcome === 'not_checked') return [`${sign}: not checked; ${seen}`];
  if (outcome === 'undecided') return [`${sign}: not decided; ${seen}`];
  const found = outcome === 'missing' ? `missing (${seen})` : seen;
  return [`${sign}: ${found}`, `      ${EFFECT_WORDS[effect]}: ${means}`, `      To fix: ${mend}`];
}

function profileText({ profile }: Report): string {
  if (Object.keys(profile).length === 0) return 'The host needs no profile.';
  const shown = JSON.stringify(profile, null, 2).replace(/^/gm, '  ');
  return `The host’s profile, for HOST_PROFILE (--write-profile FILE writes it):\n${shown}`;
}

const MOST_ACTIONS = 10;
const ORDER: readonly Effect[] = ['unsafe', 'stops', 'worsens'];

/** What to do first: dangers, then what does not work, then the rest, each by level. */
function actionsText({ results, profile, endedAt }: Report): string {
  const isProfiled = results.some(({ outcome }) => outcome === 'profiled');
  const wrong = results.filter((result) => ORDER.includes(effectOf(result) as Effect));
  const sorted = wrong.toSorted((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect) || a.level - b.level);
  const all = [
    ...(endedAt === null
      ? []
      : [`The host ended at ${endedAt}. Find the cause in its log, then run the checks again.`]),
    ...(isProfiled && Object.keys(profile).length > 0 ? ['Give the portal the profile above.'] : []),
    // Checks of one kind share their remedy.
    ...[...Map.groupBy(sorted, ({ mend }) => mend)].map(
      ([mend, some]) => `${some.map(({ name }) => name).join(', ')}: ${mend}`,
    ),
  ];
  if (all.length === 0) return 'Nothing to do.';
  const lines = all.slice(0, MOST_ACTIONS).map((action, index) => `  ${index + 1}. ${action}`);
  return ['What to do, in this order:', ...lines].join('\n');
}

function madeText({ made }: Report, isDeleted: boolean): string {
  if (made.length === 0) return 'No application was created.';
  if (isDeleted) return `${made.length} applications were created, and deleted with the storage of this host.`;
  const lines = made.map(({ id, email, type }) => `  ${id ?? 'no number'}  ${type}  ${email}`);
  return ['Created applications, for you to delete, since the contract has no call for it:', ...lines].join('\n');
}

function verdict(report: Report, required: Level): string {
  const held =
    report.level === 0 ? 'The host holds no level.' : `The host holds level ${report.level} and all below it.`;
  if (isFit(report, required)) return `${held} Required: level ${required}. Passed.`;
  const isOptionalWrong = report.level >= required;
  const why = isOptionalWrong ? 'an optional call is wrong' : 'the level does not hold';
  return `${held} Required: level ${required}. Failed, since ${why}: see ✗ above.`;
}
