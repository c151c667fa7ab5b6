/** Mails of the office: their header, who withdrew, how to object to a refusal, links to the desk. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OWNER } from '../../../src/content/owner.ts';
import { createApplication, newEmail, shortValues, tokenOf } from './support/applications.ts';
import { desk } from './support/desk.ts';
import { bindings, call, mails, migrate } from './support/host.ts';

beforeAll(migrate);
beforeEach(() => {
  mails.length = 0;
});

const owner = OWNER as { objection: { ru: string; en: string } | null };
const { objection } = owner;
afterEach(() => {
  owner.objection = objection;
});

async function applied() {
  const { id } = await createApplication({ type: 'founder', values: shortValues({ email: newEmail() }) });
  mails.length = 0;
  return id;
}

describe('a mail of the office', () => {
  it('tells mail programs that nobody wrote it, and links to the desk where that has an address', async () => {
    const token = await tokenOf(await applied());
    for (const DESK_ORIGIN of ['', 'https://desk.example.org']) {
      mails.length = 0;
      const json = { id: crypto.randomUUID(), text: 'When will it be ready?' };
      await call('/user/messages', { token, json, env: { ...bindings, DESK_ORIGIN } });
      const [mail] = mails;
      expect(mail).toMatchObject({ to: 'office@example.org', headers: { 'Auto-Submitted': 'auto-generated' } });
      const link = /https:\/\/desk\.example\.org\/messages\/[\w-]+/;
      for (const form of [mail?.text, mail?.html])
        DESK_ORIGIN ? expect(form).toMatch(link) : expect(form).not.toContain('desk.');
    }
  });

  it('says "You withdrew" to the applicant who did, and that the office did to others', async () => {
    await call('/user/withdraw', { token: await tokenOf(await applied()), method: 'POST' });
    expect(mails[0]?.text).toContain('You withdrew your application');
    const other = await applied();
    await desk('set', other, 'withdrawn', '--now');
    expect(mails[0]?.text).toContain('The office withdrew your application at your request');
    expect(mails[0]?.text).not.toContain('You withdrew');
  });

  it("a refusal has the owner's words on how to object, other mails do not", async () => {
    const refuse = async () => {
      const id = await applied();
      await desk('set', id, 'rejected', '--note', 'No income', '--now');
      return mails.map(({ text, html }) => text + html).join();
    };
    expect(await refuse()).not.toContain('object to');
    owner.objection = { ru: 'Возразить можно в суде.', en: 'You can object to this in court.' };
    expect((await refuse()).split('You can object to this in court.')).toHaveLength(3);
    await desk('set', await applied(), 'changes_requested', '--note', 'A better scan', '--now');
    expect(mails.map(({ text }) => text).join()).not.toContain('court');
  });
});
