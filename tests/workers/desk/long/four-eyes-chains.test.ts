/**
 * Four eyes over chains of decisions by two officers with several spellings of their addresses: no chain lets the officer whose
 * approval is in force issue or revoke the visa.
 */
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { STAGES, type Status } from '../../../../src/domain/application/stages.ts';
import { createApplication, newEmail, validValues } from '../../admin/support/applications.ts';
import { migrate } from '../../admin/support/host.ts';
import { officer } from '../support/desk.ts';
import { serveKeys } from '../support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const SPELLINGS = {
  anna: ['anna@office.example', 'anna+desk@office.example'],
  bekzod: ['bekzod@office.example', 'bekzod+desk@office.example'],
} as const;
type Person = keyof typeof SPELLINGS;

interface Step {
  what: 'in_review' | 'approved' | 'visa_issued' | 'visa_revoked';
  who: Person;
  spelling: 0 | 1;
}

const values = validValues({ email: newEmail() });
const dates = { from: String(values.planned_length_stay_from), to: String(values.planned_length_stay_to) };

/** Compares each step with the chain as people remember it. */
async function follow(steps: readonly Step[]): Promise<void> {
  const { id } = await createApplication({ type: 'founder', values: validValues({ email: newEmail() }) });
  const entries: { status: Status; who: Person | null }[] = [{ status: 'submitted', who: null }];
  const visaSteps: Status[] = ['visa_issued', 'visa_revoked'];
  for (const step of [{ what: 'in_review', who: 'anna', spelling: 0 } as const, ...steps]) {
    const { what, who, spelling } = step;
    const last = entries.at(-1)?.status ?? 'submitted';
    const isBarred = entries.findLast(({ status }) => status === 'approved')?.who === who;
    const isAllowed = STAGES[last].next.includes(what) && !(visaSteps.includes(what) && isBarred);
    const web = await officer(SPELLINGS[who][spelling], undefined, { FOUR_EYES: 'yes' });
    const fields = { note: 'x', ...(what === 'visa_issued' ? dates : {}) };
    const { status } = await web.decide(id, what, fields);
    expect(status === 303, JSON.stringify({ step, entries })).toBe(isAllowed);
    if (isAllowed) entries.push({ status: what, who });
  }
}

const one = (what: Step['what'], who: Person, spelling: Step['spelling'] = 0): Step => ({ what, who, spelling });

it('no chain of six decisions lets an officer issue or revoke on the own approval', async () => {
  const step = fc.record({
    what: fc.constantFrom<Step['what'][]>('in_review', 'approved', 'approved', 'visa_issued', 'visa_revoked'),
    who: fc.constantFrom<Person[]>('anna', 'bekzod'),
    spelling: fc.constantFrom<Step['spelling'][]>(0, 1),
  });
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), follow), {
    numRuns: 10,
    examples: [
      // The approval in force is the last one.
      [[one('approved', 'anna'), one('in_review', 'anna'), one('approved', 'bekzod'), one('visa_issued', 'bekzod')]],
      [[one('approved', 'anna', 1), one('visa_issued', 'bekzod'), one('visa_revoked', 'anna')]],
    ],
  });
});
