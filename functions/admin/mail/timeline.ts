/** The timeline of an application in a mail: every stage with its date. */
import { type PlannedStage, stagePlan } from '../../../src/domain/application/stage-plan.ts';
import { FIRST_STATUS, STAGES } from '../../../src/domain/application/stages.ts';
import { STATUSES, type StatusEntry, stageOf } from '../../../src/domain/application/status.ts';
import { writtenDate } from '../../../src/domain/i18n/written-dates.ts';
import { dateInUzbekistan } from '../../../src/domain/input/uzbekistan.ts';
import type { Mail } from './kinds.ts';
import type { Letter, Step, Wording } from './letter.ts';
import { formWords } from './words.ts';

/** The status that a mail reports; the history may not contain it before a decision is confirmed. */
function reportedStatus(mail: Mail): string | undefined {
  if (mail.template === 'received') return FIRST_STATUS;
  if (mail.template === 'visa') return STATUSES.find((status) => STAGES[status].issuesVisa);
  return mail.template === 'status' ? mail.status : undefined;
}

export function timelineOf(history: readonly StatusEntry[], mail: Mail, wording: Wording): Letter['timeline'] {
  const status = reportedStatus(mail);
  if (status === undefined) return null;
  const last = history.at(-1);
  const entry = { status_type: status, created_at: new Date(wording.now).toISOString(), note: '' };
  // A mail that is sent again shows its own stage, not later ones.
  const place = history.findLastIndex(({ status_type }) => status_type === status);
  const until = last?.status_type === status ? history : place < 0 ? [...history, entry] : history.slice(0, place + 1);
  const plan = stagePlan(until, dateInUzbekistan(new Date(wording.now)));
  return plan.length === 0
    ? null
    : { title: wording.t('way'), steps: plan.flatMap((stage) => stepsOf(stage, wording)) };
}

const STATE_WORDS = { done: 'wayDone', now: 'wayNow', next: 'wayNext', stopped: 'wayStopped' } as const;

/** While an application waits for its first check, it is sent already: two steps. */
function stepsOf(stage: PlannedStage, wording: Wording): Step[] {
  if (stage.status !== FIRST_STATUS || stage.state !== 'now') return [stepOf(stage, wording)];
  const sent = stepOf({ ...stage, state: 'done', due: null }, wording);
  return [sent, { ...stepOf(stage, wording), title: wording.t('firstCheck') }];
}

function stepOf({ status, state, at, due }: PlannedStage, { t, locale }: Wording): Step {
  const written = (date: string) => writtenDate(date, formWords(locale));
  const stage = stageOf(status);
  const ended = state === 'done' || state === 'stopped';
  const days = state === 'next' && stage?.days ? t('wayDays', { count: stage.days }) : '';
  const turn = state === 'now' && stage?.actor === 'applicant' ? t('wayTurn') : '';
  const reached = at ? written(dateInUzbekistan(new Date(at))) : '';
  return {
    state,
    word: t(STATE_WORDS[state]),
    title: t.find(`stages.${status}`) || t.find(`title.${status}`) || status,
    when: ended ? reached : due ? t('wayDue', { date: written(due) }) : turn || days,
  };
}
