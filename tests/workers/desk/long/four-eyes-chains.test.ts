/**
 * Four eyes over chains of decisions and undos, by two officers with several spellings of their addresses, at the web desk and
 * the command line: no chain lets the officer whose approval is in force issue or revoke the visa, or undo that.
 */
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { STAGES, type Status } from '../../../../src/domain/application/stages.ts';
import { createApplication, newEmail, validValues } from '../../admin/support/applications.ts';
import { deskWith } from '../../admin/support/desk.ts';
import { migrate } from '../../admin/support/host.ts';
import { bindings, officer } from '../support/desk.ts';
import { serveKeys } from '../support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const SPELLINGS = {
  anna: ['anna@office.example', 'anna+desk@office.example'],
  bekzod: ['bekzod@office.example', 'bekzod+desk@office.example'],
} as const;
type Person = keyof typeof SPELLINGS;

interface Step {
  what: 'in_review' | 'approved' | 'visa_issued' | 'visa_revoked' | 'undo';
  who: Person;
  spelling: 0 | 1;
  front: 'web' | 'terminal';
}

const values = validValues({ email: newEmail() });
const dates = { from: String(values.planned_length_stay_from), to: String(values.planned_length_stay_to) };
/** Takes a step. @returns true where it was done */
async function take(id: string, { what, who, spelling, front }: Step, last: string): Promise<boolean> {
  const by = SPELLINGS[who][spelling];
  if (front === 'terminal') {
    const run = deskWith({ operator: { by, fourEyes: true } });
    const visa = what === 'visa_issued' ? ['--from', dates.from, '--to', dates.to] : [];
    const given = what === 'undo' ? ['undo', id, last] : ['set', id, what, ...visa, '--note', 'x'];
    return run(...given).then(
      () => true,
      () => false,
    );
  }
  const web = await officer(by, undefined, { FOUR_EYES: 'yes' });
  const seen = await web.seen(id);
  const fields = { note: 'x', ...(what === 'visa_issued' ? dates : {}) };
  const response =
    what === 'undo'
      ? await web.post(`/applications/${id}/undo`, { seen, status: last })
      : await web.decide(id, what, fields, seen);
  return response.status === 303;
}

async function storedStatuses(id: string): Promise<string[]> {
  const { results } = await bindings.DB.prepare(
    'SELECT status FROM status_history WHERE applicant_id = ? ORDER BY position',
  )
    .bind(id)
    .all<{ status: string }>();
  return results.map(({ status }) => status);
}

/** Compares each step with the chain as people remember it. */
async function follow(steps: readonly Step[]): Promise<void> {
  const { id } = await createApplication({ type: 'founder', values: validValues({ email: newEmail() }) });
  const entries: { status: Status; who: Person | null }[] = [{ status: 'submitted', who: null }];
  const visaSteps: Status[] = ['visa_issued', 'visa_revoked'];
  for (const step of [{ what: 'in_review', who: 'anna', spelling: 0, front: 'web' } as const, ...steps]) {
    const { what, who } = step;
    const last = entries.at(-1)?.status ?? 'submitted';
    const isBarred = entries.findLast(({ status }) => status === 'approved')?.who === who;
    const isDone = await take(id, step, last);
    if (what === 'undo') {
      // Whether its mail still waits decides the rest.
      if (visaSteps.includes(last) && isBarred) expect(isDone, JSON.stringify(step)).toBe(false);
      if (isDone) entries.pop();
    } else {
      const isAllowed = STAGES[last].next.includes(what) && !(visaSteps.includes(what) && isBarred);
      expect(isDone, JSON.stringify({ step, entries })).toBe(isAllowed);
      if (isDone) entries.push({ status: what, who });
    }
    expect(await storedStatuses(id)).toEqual(entries.map(({ status }) => status));
  }
}

const one = (what: Step['what'], who: Person, front: Step['front'] = 'web', spelling: Step['spelling'] = 0): Step => ({
  ...{ what, who, front, spelling },
});

it('no chain of six decisions and undos lets an officer issue or revoke on the own approval', async () => {
  const step = fc.record({
    what: fc.constantFrom<Step['what'][]>('in_review', 'approved', 'approved', 'visa_issued', 'visa_revoked', 'undo'),
    who: fc.constantFrom<Person[]>('anna', 'bekzod'),
    spelling: fc.constantFrom<Step['spelling'][]>(0, 1),
    front: fc.constantFrom<Step['front'][]>('web', 'terminal'),
  });
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), follow), {
    numRuns: 10,
    examples: [
      // The approval in force is the last one.
      [[one('approved', 'anna'), one('in_review', 'anna'), one('approved', 'bekzod'), one('visa_issued', 'bekzod')]],
      // One officer alone: an approval comes back when the one after it is undone.
      [
        [
          one('approved', 'anna'),
          one('in_review', 'anna', 'terminal'),
          one('approved', 'bekzod'),
          one('undo', 'bekzod', 'terminal'),
          one('undo', 'anna'),
          one('visa_issued', 'anna', 'terminal', 1),
        ],
      ],
      [
        [
          one('approved', 'anna', 'terminal', 1),
          one('visa_issued', 'bekzod'),
          one('undo', 'anna'),
          one('visa_revoked', 'anna', 'terminal'),
        ],
      ],
    ],
  });
});
