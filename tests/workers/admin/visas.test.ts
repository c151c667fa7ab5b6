import { beforeAll, describe, expect, it } from 'vitest';
import { newVisaCode } from '../../../functions/admin/secrets/keys.ts';
import { Applicants } from '../../../functions/admin/store/applicants.ts';
import { Conflict } from '../../../functions/admin/store/database.ts';
import { StatusHistory, StatusRefused, Visas } from '../../../functions/admin/store/statuses.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { createApplication, newEmail, openSession, readRecord, shortValues } from './support/applications.ts';
import { bindings, call, migrate, readRefusal } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

beforeAll(migrate);

const set = (applicantId: string, status: Status, note = '') =>
  new StatusHistory(bindings.DB).append({ applicantId, status, note, now: Date.now() });
const visa = (applicantId: string) => ({
  applicantId,
  code: newVisaCode(),
  validFrom: '2027-01-10',
  validTo: '2028-01-09',
  note: 'Collect it at the consulate',
  now: Date.now(),
});
const ways: Record<Status, Status[]> = {
  submitted: [],
  in_review: ['in_review'],
  changes_requested: ['changes_requested'],
  approved: ['in_review', 'approved'],
  visa_issued: ['in_review', 'approved', 'visa_issued'],
  visa_revoked: ['in_review', 'approved', 'visa_issued', 'visa_revoked'],
  rejected: ['rejected'],
  withdrawn: ['withdrawn'],
};

let count = 0;
/** Creates an applicant with the given status and without a password. */
async function applicantIn(status: Status): Promise<string> {
  const id = `ITV-TEST${++count}`;
  const now = Date.now();
  const row = { id, emailKey: `${id}@example.com`, type: 'founder', locale: 'ru', passwordHash: '', now } as const;
  const first = { applicantId: id, position: 0, status: 'submitted', note: '', now } as const;
  await bindings.DB.batch([
    new Applicants(bindings.DB).insert({ ...row, fields: {}, terms: null, requestId: 'a-request' }),
    ...new StatusHistory(bindings.DB).insert(first),
  ]);
  for (const next of ways[status]) await set(id, next);
  return id;
}

describe('a status', () => {
  it.each(STATUSES)('a status follows %s only where the stages allow it', async (from) => {
    for (const to of STATUSES) {
      const id = await applicantIn(from);
      const outcome = set(id, to).then(
        () => 'set',
        (error: unknown) => (error instanceof StatusRefused ? 'refused' : error),
      );
      expect(await outcome, to).toBe(STAGES[from].next.includes(to) ? 'set' : 'refused');
    }
  });

  it('a status is not set for an unknown applicant, and once by two simultaneous calls', async () => {
    await expect(set('ITV-0000000000', 'in_review')).rejects.toThrow(StatusRefused);
    const id = await applicantIn('submitted');
    const outcomes = await Promise.allSettled([set(id, 'in_review'), set(id, 'rejected')]);
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(lost).toHaveLength(1);
    expect(lost[0] instanceof Conflict || lost[0] instanceof StatusRefused).toBe(true);
  });
});

describe('an issued visa', () => {
  it('a visa shows a holder of its code only what a check needs', async () => {
    const { id, email } = await createApplication({ type: 'investor' });
    for (const status of ways.approved) await set(id, status);
    const issued = visa(id);
    await new Visas(bindings.DB).issue(issued);
    const response = await call(`/employee-visa/${issued.code}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      data: {
        code: issued.code,
        name: 'Anna-Maria',
        surname: 'Sample',
        application_type: 'investor',
        status_type: 'visa_issued',
        valid_from: '2027-01-10',
        valid_to: '2028-01-09',
      },
    });
    const { application_status_history, visa: shown } = await readRecord(await openSession(email));
    expect(shown).toEqual({ code: issued.code, valid_from: '2027-01-10', valid_to: '2028-01-09' });
    expect(application_status_history.at(-1)).toMatchObject({
      status_type: 'visa_issued',
      note: 'Collect it at the consulate',
    });
  });

  it('a visa shows as many characters of the passport number as the owner has set', async () => {
    const { id, email } = await createApplication({
      type: 'founder',
      values: shortValues({ passport_number: 'AB1234567', email: newEmail() }),
    });
    for (const status of ways.approved) await set(id, status);
    const issued = visa(id);
    await new Visas(bindings.DB).issue(issued);
    const shown = async (VISA_PASSPORT_CHARACTERS: string) => {
      const response = await call(`/employee-visa/${issued.code}`, { env: { ...bindings, VISA_PASSPORT_CHARACTERS } });
      return ((await response.json()) as { data: object }).data;
    };
    expect(await shown('4')).toMatchObject({ passport_end: '4567' });
    expect(await shown('')).not.toHaveProperty('passport_end');
    expect((await readRecord(await openSession(email))).visa).not.toHaveProperty('passport_end');
    expect((await call('/healthz', { env: { ...bindings, VISA_PASSPORT_CHARACTERS: '9' } })).status).toBe(500);
  });

  it('a visa is issued only after an approval, and once', async () => {
    const early = await applicantIn('in_review');
    const before = await everythingStored();
    await expect(new Visas(bindings.DB).issue(visa(early))).rejects.toThrow(StatusRefused);
    expect(await everythingStored()).toEqual(before);
    const id = await applicantIn('approved');
    await new Visas(bindings.DB).issue(visa(id));
    await expect(new Visas(bindings.DB).issue(visa(id))).rejects.toThrow(StatusRefused);
  });

  it('a visa is found by its code in small letters, with O, I and L for digits, and with hyphens', async () => {
    const { id } = await createApplication({ type: 'investor' });
    for (const status of ways.approved) await set(id, status);
    const issued = { ...visa(id), code: `10${newVisaCode().slice(2)}` };
    await new Visas(bindings.DB).issue(issued);
    const rest = issued.code.slice(2).toLowerCase().replaceAll('0', 'o');
    for (const begin of ['lo', 'IO-', '1-o']) {
      const response = await call(`/employee-visa/${begin}${rest}`);
      expect(await response.json()).toMatchObject({ data: { code: issued.code } });
    }
  });

  it('a visa code that was never issued is not found', async () => {
    expect(await readRefusal(await call(`/employee-visa/${newVisaCode()}`))).toEqual({
      status: 404,
      code: 'not_found',
    });
  });

  it("a visa's code is random and reveals nothing", () => {
    const codes = new Set(Array.from({ length: 1000 }, newVisaCode));
    expect(codes.size).toBe(1000);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{24}$/);
  });
});
