/** What an applicant hears of decisions that follow each other within ten minutes: at most one mail, about the present status. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resend } from '../../../functions/office/correspondence.ts';
import { createApplication, formOf, tokenOf, validValues } from './support/applications.ts';
import { envWith } from './support/between.ts';
import { MINUTE, NOW } from './support/clock.ts';
import { type DeskOptions, deskWith, officerWith } from './support/desk.ts';
import { bindings, call, mails, migrate, runMail } from './support/host.ts';
import { addApplicant } from './support/many.ts';

const { DB } = bindings;
const NOTE = ['--note', 'A mistake'];
const DATES = ['--from', '2027-01-01', '--to', '2027-12-31'];
const HOUR_LATER = NOW + 60 * MINUTE;

beforeAll(migrate);
beforeEach(() => {
  mails.length = 0;
});

const at = (minutes: number, options: DeskOptions = {}) => deskWith({ ...options, now: NOW + minutes * MINUTE });

/** A new applicant who has heard of the given decisions. */
async function applicant(...decisions: string[]): Promise<string> {
  const id = await addApplicant();
  await DB.prepare('DELETE FROM mails').run();
  for (const decision of decisions) await decide(id, decision, -1, '--now');
  mails.length = 0;
  return id;
}

/** Makes a decision such as `approved`, `visa` or `revoke`. */
function decide(id: string, decision: string, minute: number, ...more: string[]) {
  if (decision === 'visa') return at(minute)('set', id, 'visa_issued', ...DATES, ...more);
  if (decision === 'revoke') return at(minute)('set', id, 'visa_revoked', ...NOTE, ...more);
  return at(minute)('set', id, decision, ...NOTE, ...more);
}

/** The statuses that the applicant hears of within an hour, in order. */
async function arrived(id: string): Promise<string[]> {
  await runMail(HOUR_LATER);
  return statuses(id, `state = 'sent' AND tried_at >= ${NOW} ORDER BY tried_at, rowid`);
}

const waiting = (id: string) => statuses(id, "state = 'waiting'");

/** `visa` for the mail of an issued visa. */
async function statuses(id: string, condition: string): Promise<string[]> {
  const { results } = await DB.prepare(
    `SELECT coalesce(content ->> '$.status', kind) AS status FROM mails WHERE applicant_id = ? AND ${condition}`,
  )
    .bind(id)
    .all<{ status: string }>();
  return results.map(({ status }) => status);
}

describe.each([[], ['--now']])('decisions within ten minutes, the last with %o', (...now) => {
  it.each([
    { known: ['in_review'], made: ['approved', 'in_review'] },
    { known: ['in_review'], made: ['rejected', 'in_review'] },
    { known: ['in_review', 'approved'], made: ['visa', 'revoke', 'in_review', 'approved'] },
    { known: ['rejected'], made: ['in_review', 'rejected'] },
    { known: ['changes_requested'], made: ['in_review', 'changes_requested'] },
  ])('no mail is sent when $made restores the last of $known', async ({ known, made }) => {
    const id = await applicant(...known);
    for (const decision of made.slice(0, -1)) await decide(id, decision, 1);
    const { data } = await decide(id, made.at(-1) ?? '', 2, ...now);
    expect(data).toMatchObject({ mail: null });
    expect(data).toMatchObject({ mail: null });
    expect(await waiting(id)).toEqual([]);
    expect(await arrived(id)).toEqual([]);
  });

  it.each([
    { known: ['in_review'], made: ['approved', 'rejected'] },
    { known: [], made: ['in_review', 'approved'] },
    { known: ['in_review', 'approved'], made: ['visa', 'revoke'] },
    { known: ['in_review'], made: ['approved', 'visa'] },
    { known: [], made: ['rejected', 'in_review'] },
  ])('one mail about the last of $made is sent', async ({ known, made }) => {
    const id = await applicant(...known);
    for (const decision of made.slice(0, -1)) await decide(id, decision, 1);
    await decide(id, made.at(-1) ?? '', 2, ...now);
    const last = made.at(-1) ?? '';
    expect(await arrived(id)).toEqual([last === 'revoke' ? 'visa_revoked' : last]);
  });

  it('a visa that replaces a revoked one is mailed, although its status is restored', async () => {
    const id = await applicant('in_review', 'approved', 'visa');
    for (const decision of ['revoke', 'in_review', 'approved']) await decide(id, decision, 1);
    await decide(id, 'visa', 2, ...now);
    expect(await arrived(id)).toEqual(['visa']);
  });

  it('another request for changes is mailed, although its status is restored', async () => {
    const id = await applicant('changes_requested');
    await decide(id, 'in_review', 1);
    await at(2)('set', id, 'changes_requested', ...NOTE, '--fields', 'file4', ...now);
    expect(await arrived(id)).toEqual(['changes_requested']);
  });
});

describe('decisions about a mail that may have arrived', () => {
  it('a decision that takes back one whose mail was sent is mailed', async () => {
    const id = await applicant('in_review');
    await decide(id, 'approved', 0);
    await runMail(NOW + 10 * MINUTE);
    await decide(id, 'in_review', 11);
    expect(await arrived(id)).toEqual(['approved', 'in_review']);
  });

  it('a decision that takes back one whose mail has failed or waits to be sent again is mailed', async () => {
    const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
    const failed = await applicant('in_review');
    await at(0, { operator: { env: { ...bindings, MAIL } } })('set', failed, 'approved', '--now');
    await decide(failed, 'in_review', 1);
    expect(await arrived(failed)).toEqual(['in_review']);
    mails.length = 0;
    const again = await applicant('in_review', 'approved');
    await resend(officerWith({ now: NOW }), again);
    await decide(again, 'in_review', 1);
    expect(await arrived(again)).toEqual(['in_review']);
  });

  it('a decision is a conflict when the mail that it drops is sent meanwhile', async () => {
    const id = await applicant('in_review');
    await decide(id, 'approved', 0);
    const env = envWith('INSERT INTO status_history', () => runMail(NOW + 10 * MINUTE));
    await expect(at(9, { operator: { env } })('set', id, 'in_review')).rejects.toThrow('conflict');
    expect(await arrived(id)).toEqual(['approved']);
  });
});

describe('undo of a decision that has replaced a mail', () => {
  it('desk undo restores the mail of the decision before, at its time', async () => {
    const id = await applicant();
    await decide(id, 'in_review', 0);
    await decide(id, 'approved', 5);
    expect(await waiting(id)).toEqual(['approved']);
    await at(6)('undo', id);
    expect(await waiting(id)).toEqual(['in_review']);
    await runMail(NOW + 10 * MINUTE - 1);
    expect(mails).toEqual([]);
    expect(await arrived(id)).toEqual(['in_review']);
  });

  it('a dropped mail restores the failed mail that it had replaced', async () => {
    const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
    const id = await applicant();
    await at(0, { operator: { env: { ...bindings, MAIL } } })('set', id, 'in_review', '--now');
    await decide(id, 'approved', 1);
    expect(await waiting(id)).toEqual(['approved']);
    await decide(id, 'in_review', 2);
    expect(await waiting(id)).toEqual(['in_review']);
    expect(await arrived(id)).toEqual(['in_review']);
  });
});

describe('the question before a decision', () => {
  it('names no final status that the applicant has not heard of, and no mail where none is sent', async () => {
    const id = await applicant('in_review');
    await decide(id, 'rejected', 0);
    const asked: string[] = [];
    await at(1, { asked: (question) => void asked.push(question) })('set', id, 'in_review');
    expect(asked).toEqual([expect.stringContaining('No mail follows')]);
    expect(asked.join()).not.toContain('was told');
  });
});

describe('a change by the applicant', () => {
  it('drops the waiting mail of the request for changes', async () => {
    const { id, email } = await createApplication({ type: 'founder' });
    await DB.prepare('DELETE FROM mails').run();
    mails.length = 0;
    await decide(id, 'changes_requested', 0);
    const body = formOf('founder', validValues({ email }));
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    expect(await arrived(id)).toEqual(['in_review']);
  });
});
