/** Decisions wait ten minutes before they count: what is stored meanwhile, what takes effect, and what does not. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Officers } from '../../../functions/admin/store/actions.ts';
import type { DecisionForm } from '../../../functions/admin/store/waiting-decisions.ts';
import { consider } from '../../../functions/office/decisions.ts';
import { findApplicant } from '../../../functions/office/officer.ts';
import {
  decide,
  dismissFailed,
  failedDecisions,
  refusalOfDecision,
  sendNow,
  takeBack,
} from '../../../functions/office/waiting.ts';
import {
  createApplication,
  formOf,
  newEmail,
  readRecord,
  tokenOf,
  validValues,
  type WireRecord,
} from './support/applications.ts';
import { envWith } from './support/between.ts';
import { MINUTE, NOW } from './support/clock.ts';
import { desk, officerWith } from './support/desk.ts';
import { bindings, call, mails, migrate, runMail } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const { DB } = bindings;
const BEKZOD = officerWith({ by: 'bekzod@office.example' });
const FORM: DecisionForm = { note: '', fields: [], from: '', to: '', sure: ['same'], reason: '' };
const DATES = { from: '2027-01-01', to: '2027-12-31' };

beforeAll(migrate);
beforeEach(async () => {
  await DB.batch(['mails', 'decisions'].map((table) => DB.prepare(`DELETE FROM ${table}`)));
  mails.length = 0;
});

async function applicant(...statuses: string[]): Promise<WireRecord> {
  const record = await createApplication({ type: 'founder', values: validValues({ email: newEmail() }) });
  for (const status of statuses) await desk('set', record.id, status, '--note', 'x', '--now');
  await DB.prepare('DELETE FROM mails').run();
  mails.length = 0;
  return record;
}

async function confirm(id: string, status: string, form: Partial<DecisionForm> = {}, officer = officerWith()) {
  return decide(officer, await consider(officer, id, status), { ...FORM, ...form });
}

const statusesOf = async (id: string) =>
  (await readRecord(await tokenOf(id))).application_status_history.map(({ status_type }) => status_type);
const refusal = async (id: string) => (await findApplicant(officerWith(), id)).decision?.refusal;
const withdraw = async (id: string) =>
  expect((await call('/user/withdraw', { method: 'POST', token: await tokenOf(id) })).status).toBe(200);
/** Why the only decision of the officer's list did not take effect. */
async function failedBecause(): Promise<string> {
  const [one, ...others] = await failedDecisions(officerWith());
  expect(others).toEqual([]);
  return one?.decision ? refusalOfDecision(one, one.decision).textIn('en') : '';
}

describe('a decision that waits', () => {
  it('leaves account and statistics as they were for ten minutes, then counts with one mail', async () => {
    const { id, email } = await applicant();
    const before = (await desk('stats')).data;
    await confirm(id, 'in_review');
    expect((await desk('stats')).data).toEqual(before);
    await runMail(NOW + 10 * MINUTE - 1);
    expect([await statusesOf(id), mails]).toEqual([['submitted'], []]);
    await runMail(NOW + 10 * MINUTE);
    expect(await statusesOf(id)).toEqual(['submitted', 'in_review']);
    expect(mails.map(({ to }) => to)).toEqual([email]);
    const record = await readRecord(await tokenOf(id));
    expect(record.application_status_history[1]?.created_at).toBe(new Date(NOW + 10 * MINUTE).toISOString());
    await runMail(NOW + 20 * MINUTE);
    expect(mails).toHaveLength(1);
  });

  it('is removed by taking it back, and nothing but the log keeps a trace', async () => {
    const { id } = await applicant();
    const before = await everythingStored();
    const { madeAt } = await confirm(id, 'rejected', { note: 'No', reason: 'other' });
    await takeBack(BEKZOD, id, madeAt);
    const after = await everythingStored();
    const rest = { desk_actions: [], officers: [] };
    expect({ ...after, ...rest }).toEqual({ ...before, ...rest });
    expect(after.desk_actions?.slice(-2)).toMatchObject([{ action: 'decide' }, { action: 'undo', by: BEKZOD.by }]);
    await expect(takeBack(BEKZOD, id, madeAt)).rejects.toMatchObject({ code: 'undoLate' });
    await runMail(NOW + 60 * MINUTE);
    expect(mails).toEqual([]);
  });

  it('takes effect at the next minute when it is sent now, and cannot be taken back then', async () => {
    const { id } = await applicant('in_review', 'approved');
    const { madeAt } = await confirm(id, 'visa_issued', DATES);
    await sendNow(BEKZOD, id, madeAt);
    await runMail(NOW);
    const { visa } = await readRecord(await tokenOf(id));
    expect(visa).toMatchObject({ valid_from: DATES.from, valid_to: DATES.to });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(visa?.code);
    for (const late of [takeBack, sendNow])
      await expect(late(BEKZOD, id, madeAt)).rejects.toMatchObject({ code: 'undoLate' });
  });

  it('bars another decision until it is taken back, and the conflict names who decided, what and when', async () => {
    const { id } = await applicant('in_review');
    const seen = await consider(BEKZOD, id, 'rejected');
    const { madeAt } = await confirm(id, 'approved');
    const refusals = [
      () => consider(BEKZOD, id, 'rejected'),
      () => decide(BEKZOD, seen, { ...FORM, note: 'No', reason: 'other' }),
    ];
    for (const refused of refusals) {
      const error = await refused().catch((reason: { textIn(locale: 'en'): string }) => reason);
      expect((error as { textIn(locale: 'en'): string }).textIn('en')).toMatch(
        /^tester@office\.example decided at 14:00: Application approved\./,
      );
    }
    await takeBack(BEKZOD, id, madeAt);
    await confirm(id, 'rejected', { note: 'No', reason: 'other' }, BEKZOD);
    await runMail(NOW + 10 * MINUTE);
    expect(await statusesOf(id)).toEqual(['submitted', 'in_review', 'rejected']);
  });

  it('takes effect once when two crons meet, and never after it was taken back at that moment', async () => {
    const [twice, back] = [await applicant(), await applicant()];
    await confirm(twice.id, 'in_review');
    await runMail(
      NOW + 10 * MINUTE,
      envWith('INSERT INTO status_history', () => runMail(NOW + 10 * MINUTE)),
    );
    expect(await statusesOf(twice.id)).toEqual(['submitted', 'in_review']);
    expect(mails).toHaveLength(1);
    const { madeAt } = await confirm(back.id, 'in_review');
    await runMail(
      NOW + 10 * MINUTE,
      envWith('INSERT INTO status_history', () => takeBack(officerWith(), back.id, madeAt)),
    );
    expect(await statusesOf(back.id)).toEqual(['submitted']);
    expect(mails).toHaveLength(1);
  });

  it('replaces a waiting mail about an earlier status, so that the applicant hears of the present one only', async () => {
    const { id } = await applicant();
    const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
    await confirm(id, 'in_review');
    await runMail(NOW + 10 * MINUTE, { ...bindings, MAIL });
    await confirm(id, 'approved', {}, officerWith({ now: NOW + 11 * MINUTE }));
    await runMail(NOW + 30 * MINUTE);
    expect(mails.map(({ subject }) => subject)).toEqual([`Application ${id} is approved`]);
  });
});

describe('a fault', () => {
  it('leaves a decision waiting, with neither history nor mail', async () => {
    const { id } = await applicant();
    await confirm(id, 'in_review');
    await DB.prepare("CREATE TRIGGER refuse BEFORE INSERT ON mails BEGIN SELECT RAISE(ABORT, 'refused'); END").run();
    await runMail(NOW + 10 * MINUTE);
    await DB.prepare('DROP TRIGGER refuse').run();
    expect(await statusesOf(id)).toEqual(['submitted']);
    await runMail(NOW + 11 * MINUTE);
    expect(await statusesOf(id)).toEqual(['submitted', 'in_review']);
    expect(mails).toHaveLength(1);
  });
});

describe('a decision that does not take effect', () => {
  it('leads the list of its officer with reason and note when the applicant withdraws or changes an answer', async () => {
    const { id } = await applicant();
    await confirm(id, 'rejected', { note: 'Typed with care', reason: 'other' });
    await withdraw(id);
    await runMail(NOW + MINUTE);
    expect(await failedBecause()).toMatch(/^The applicant withdrew at 14:00/);
    expect((await failedDecisions(officerWith()))[0]?.decision?.form.note).toBe('Typed with care');
    expect(await failedDecisions(BEKZOD)).toEqual([]);
    await expect(dismissFailed(BEKZOD, id)).rejects.toMatchObject({ code: 'undoLate' });
    await dismissFailed(officerWith(), id);
    const { id: other, email } = await applicant('changes_requested');
    await confirm(other, 'rejected', { note: 'No answer', reason: 'other' });
    const body = formOf('founder', validValues({ email, surname: 'Changed' }));
    expect((await call(`/founders/${other}`, { token: await tokenOf(other), body })).status).toBe(200);
    await runMail(NOW + 10 * MINUTE);
    expect(await failedBecause()).toMatch(/^The applicant changed the application at 14:00/);
    expect(await statusesOf(other)).toEqual(['submitted', 'changes_requested', 'in_review']);
    // Another decision removes it.
    await confirm(other, 'approved', {}, BEKZOD);
    expect(await failedDecisions(officerWith())).toEqual([]);
  });

  it('is judged once more: rights that were lost, four eyes, and another application of the person', async () => {
    const [lost, barred, same] = [await applicant(), await applicant('in_review'), await applicant('in_review')];
    await confirm(lost.id, 'in_review');
    const { by } = officerWith();
    const officers = new Officers(DB);
    const setRights = (decides: boolean) =>
      officers.store({ officer: by, decides, issues: true, day: '2026-11-21' }).run();
    await setRights(false);
    await runMail(NOW + 10 * MINUTE);
    expect(await refusal(lost.id)).toBe('forbidden');
    await setRights(true);
    await desk('set', barred.id, 'approved');
    await confirm(barred.id, 'visa_issued', DATES);
    await DB.prepare('UPDATE decisions SET four_eyes = 1').run();
    await runMail(NOW + 10 * MINUTE);
    expect(await refusal(barred.id)).toBe('fourEyes');
    await DB.prepare("DELETE FROM search_keys WHERE key GLOB '#*'").run();
    await confirm(same.id, 'approved', { sure: [] });
    await DB.prepare("INSERT INTO search_keys VALUES ('#psame', ?), ('#psame', ?)").bind(same.id, lost.id).run();
    await runMail(NOW + 10 * MINUTE);
    expect(await refusal(same.id)).toBe('unsure');
    expect(mails.filter(({ text }) => text.includes(same.id))).toEqual([]);
  });
});

describe('issuing a visa', () => {
  it.each([
    { values: { name: 'АННА' }, dates: DATES, sure: ['same'], code: 'unsure' },
    { values: { name: 'АННА' }, dates: DATES, sure: ['same', 'name'], code: null },
    { values: { passport_expire: '2027-06-01' }, dates: DATES, sure: ['same'], code: 'unsure' },
    { values: { passport_expire: '2026-12-31' }, dates: DATES, sure: ['same', 'passport'], code: 'passportEnded' },
  ])('with $values and $sure checked is refused with $code', async ({ values, dates, sure, code }) => {
    const { id } = await createApplication({ type: 'founder', values: validValues({ email: newEmail() }) });
    const fields = JSON.stringify(values);
    await DB.prepare('UPDATE applicants SET fields = json_patch(fields, ?) WHERE id = ?').bind(fields, id).run();
    for (const status of ['in_review', 'approved']) await desk('set', id, status);
    const issued = confirm(id, 'visa_issued', { ...dates, sure });
    if (code === null) await expect(issued).resolves.toMatchObject({ status: 'visa_issued' });
    else await expect(issued).rejects.toMatchObject({ code });
  });
});
