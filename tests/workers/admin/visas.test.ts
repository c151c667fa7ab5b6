import { beforeAll, describe, expect, it } from 'vitest';
import { OfficeRefusal } from '../../../functions/office/refusal.ts';
import { FIRST_STATUS, STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import {
  createApplication,
  newEmail,
  readRecord,
  shortValues,
  tokenOf,
  type WireRecord,
} from './support/applications.ts';
import { desk, expectRefusal, t } from './support/desk.ts';
import { bindings, call, migrate, readRefusal } from './support/host.ts';
import { addApplicant } from './support/many.ts';

beforeAll(migrate);

const DATES = { from: '2027-01-10', to: '2028-01-09' };
const NOTE = 'Collect it at the consulate';
/** Sets a status at the desk. */
const set = (id: string, status: Status) => {
  const dates = STAGES[status].issuesVisa ? ['--from', DATES.from, '--to', DATES.to] : [];
  return desk('set', id, status, '--note', NOTE, ...dates);
};

/** A shortest sequence of statuses from a new application to a status, without the first. */
function wayTo(status: Status): Status[] {
  const ways: Status[][] = [[FIRST_STATUS]];
  for (const way of ways) {
    const last = way.at(-1) ?? FIRST_STATUS;
    if (last === status) return way.slice(1);
    ways.push(...STAGES[last].next.map((next) => [...way, next]));
  }
  throw new RangeError(`no sequence of statuses leads to ${status}`);
}

/** Adds an applicant with the given status and without a password. */
async function applicantIn(status: Status): Promise<string> {
  const id = await addApplicant(...wayTo(status));
  if (wayTo(status).includes('visa_issued'))
    await bindings.DB.prepare('INSERT INTO visas VALUES (?1, ?1, ?2, ?3, ?4, ?5)')
      .bind(id, DATES.from, DATES.to, Date.now(), status === 'visa_revoked' ? Date.now() : null)
      .run();
  return id;
}

describe('a status', () => {
  it.each(STATUSES)('a status follows %s only where the stages allow it', async (from) => {
    for (const to of STATUSES) {
      const id = await applicantIn(from);
      if (STAGES[from].next.includes(to)) expect((await set(id, to)).data).toMatchObject({ status: to });
      else expect(await expectRefusal(() => set(id, to))).toBe(t('statusRefused', { from, to }));
    }
  });

  it('a status is not set for an unknown applicant, and once by two simultaneous calls', async () => {
    const unknown = 'ITV-ZZZZZZZZZZ';
    expect(await expectRefusal(() => set(unknown, 'in_review'))).toBe(t('unknownApplicant', { id: unknown }));
    const id = await applicantIn('submitted');
    const outcomes = await Promise.allSettled([set(id, 'in_review'), set(id, 'rejected')]);
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(lost).toHaveLength(1);
    expect(lost[0]).toBeInstanceOf(OfficeRefusal);
    expect(['conflict', 'statusRefused']).toContain((lost[0] as OfficeRefusal).code);
  });
});

describe('an issued visa', () => {
  let holder: WireRecord;
  let code = '';

  beforeAll(async () => {
    const values = shortValues({ passport_number: 'AB1234567', email: newEmail() });
    holder = await createApplication({ type: 'investor', values });
    for (const status of wayTo('visa_issued')) await set(holder.id, status);
    // With the digits that look like O, I and L.
    await bindings.DB.prepare("UPDATE visas SET code = '10' || substr(code, 3) WHERE applicant_id = ?")
      .bind(holder.id)
      .run();
    code = (await readRecord(await tokenOf(holder.id))).visa?.code ?? '';
  });

  it('a visa shows a holder of its code only what a check needs', async () => {
    const response = await call(`/employee-visa/${code}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      data: {
        code,
        name: 'Anna-Maria',
        surname: 'Sample',
        application_type: 'investor',
        status_type: 'visa_issued',
        valid_from: DATES.from,
        valid_to: DATES.to,
      },
    });
    const { application_status_history, visa } = await readRecord(await tokenOf(holder.id));
    expect(visa).toEqual({
      code: expect.stringMatching(/^10[0-9A-HJKMNP-TV-Z]{22}$/),
      valid_from: DATES.from,
      valid_to: DATES.to,
    });
    expect(application_status_history.at(-1)).toMatchObject({ status_type: 'visa_issued', note: NOTE });
  });

  it('a visa shows as many characters of the passport number as the owner has set', async () => {
    const shown = async (VISA_PASSPORT_CHARACTERS: string) => {
      const response = await call(`/employee-visa/${code}`, { env: { ...bindings, VISA_PASSPORT_CHARACTERS } });
      return ((await response.json()) as { data: object }).data;
    };
    expect(await shown('4')).toMatchObject({ passport_end: '4567' });
    expect(await shown('')).not.toHaveProperty('passport_end');
    expect((await readRecord(await tokenOf(holder.id))).visa).not.toHaveProperty('passport_end');
    expect((await call('/healthz', { env: { ...bindings, VISA_PASSPORT_CHARACTERS: '9' } })).status).toBe(500);
  });

  it('a visa is issued only after an approval, and once', async () => {
    const early = await applicantIn('in_review');
    await expectRefusal(() => set(early, 'visa_issued'));
    const id = await applicantIn('approved');
    await set(id, 'visa_issued');
    await expectRefusal(() => set(id, 'visa_issued'));
  });

  it('a visa is found by its code in small letters, with O, I and L for digits, and with hyphens', async () => {
    const rest = code.slice(2).toLowerCase().replaceAll('0', 'o');
    for (const begin of ['lo', 'IO-', '1-o']) {
      const response = await call(`/employee-visa/${begin}${rest}`);
      expect(await response.json()).toMatchObject({ data: { code } });
    }
  });

  it('a visa code that was never issued is not found', async () => {
    expect(await readRefusal(await call(`/employee-visa/${'Z'.repeat(24)}`))).toEqual({
      status: 404,
      code: 'not_found',
    });
  });
});
