/** Work of the crons for the office: one reminder before the owner's deadline; the trace of reading expires. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication, formOf, newEmail, shortValues, tokenOf } from './support/applications.ts';
import { NOW } from './support/clock.ts';
import { desk } from './support/desk.ts';
import { bindings, call, mails, migrate, runMail, runSweep } from './support/host.ts';

const DAY = 24 * 60 * 60 * 1000;
const { DB } = bindings;
const WITH_DEADLINE = { ...bindings, ANSWER_DAYS: '20' };

beforeAll(migrate);
beforeEach(() => {
  mails.length = 0;
});

/** An application whose applicant was asked for changes now, and who has read that. */
async function asked() {
  const email = newEmail();
  const { id } = await createApplication({ type: 'founder', values: shortValues({ email }) });
  await desk('set', id, 'changes_requested', '--note', 'A sharper scan', '--now');
  mails.length = 0;
  return { id, email };
}

/** The mails after the crons so many days later. */
async function mailsAfter(days: number, env: typeof bindings = WITH_DEADLINE) {
  mails.length = 0;
  await runSweep(NOW + days * DAY, env);
  await runMail(NOW + days * DAY, env);
  return mails.map(({ to, subject }) => `${to} ${subject}`);
}

describe('a reminder', () => {
  it('goes once, a week before the deadline, and names the last day', async () => {
    const { id, email } = await asked();
    expect(await mailsAfter(12.9)).toEqual([]);
    expect(await mailsAfter(13)).toEqual([`${email} Application ${id} waits for your corrections`]);
    expect(mails[0]?.text).toContain('11 December 2026');
    expect(await mailsAfter(13)).toEqual([]);
    expect(await mailsAfter(19)).toEqual([]);
  });

  it('does not go without the setting, after the deadline, or after the answer', async () => {
    await asked();
    expect(await mailsAfter(13, bindings)).toEqual([]);
    expect(await mailsAfter(20)).toEqual([]);
    const { id } = await asked();
    await desk('set', id, 'in_review', '--note', 'Found', '--now');
    expect((await mailsAfter(13)).filter((mail) => mail.includes(id))).toEqual([]);
  });

  it('that waits is not sent after the answer, also when changes were asked for again', async () => {
    const { id, email } = await asked();
    await runSweep(NOW + 13 * DAY, WITH_DEADLINE);
    const body = formOf('founder', shortValues({ email }));
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    await desk('set', id, 'changes_requested', '--note', 'The other side', '--now');
    mails.length = 0;
    await runMail(NOW + 13 * DAY);
    expect(mails.filter(({ to }) => to === email)).toEqual([]);
  });

  it('goes again for another request', async () => {
    const { id } = await asked();
    expect((await mailsAfter(14)).filter((mail) => mail.includes(id))).toHaveLength(1);
    await desk('set', id, 'in_review', '--note', 'Found', '--now');
    await desk('set', id, 'changes_requested', '--note', 'The other side', '--now');
    expect((await mailsAfter(14)).filter((mail) => mail.includes(id))).toHaveLength(1);
  });
});

describe('the trace of reading', () => {
  const days = async () =>
    (await DB.prepare('SELECT day FROM reads ORDER BY day').all<{ day: string }>()).results.map(({ day }) => day);

  it('is kept for 400 days, or as long as the owner sets', async () => {
    const on = (day: string) =>
      DB.prepare(
        "INSERT INTO reads (officer, applicant_id, kind, day) VALUES ('a@office.example', '', 'list', ?)",
      ).bind(day);
    await DB.prepare('DELETE FROM reads').run();
    await DB.batch(['2025-10-16', '2025-10-17', '2026-11-20'].map(on));
    await runSweep(NOW);
    expect(await days()).toEqual(['2025-10-17', '2026-11-20']);
    await runSweep(NOW, { ...bindings, READ_TRACE_DAYS: '30' });
    expect(await days()).toEqual(['2026-11-20']);
  });
});
