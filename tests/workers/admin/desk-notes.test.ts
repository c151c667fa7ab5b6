/** Limits of texts that officers write, how their addresses are stored, and the log. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerMessage } from '../../../functions/office/correspondence.ts';
import { isSameOfficer, officerName } from '../../../functions/office/officer.ts';
import { createApplication, formOf, tokenOf, validValues } from './support/applications.ts';
import { desk, expectRefusal, officerWith, t } from './support/desk.ts';
import { bindings, call, migrate } from './support/host.ts';

beforeAll(migrate);

const LONG = 'Ж'.repeat(4001);
const tooLong = t('noteLength', { max: 4000, length: 4001 });

describe('a note of more than 4000 characters', () => {
  it('is refused in a note, a decision, the answer to a deletion request and to a message', async () => {
    const { id } = await createApplication({ type: 'founder' });
    const token = await tokenOf(id);
    await call('/user/deletion-request', { method: 'POST', token });
    const json = { id: crypto.randomUUID(), text: 'When?' };
    expect((await call('/user/messages', { json, token })).status).toBeLessThan(300);
    const message = await bindings.DB.prepare('SELECT id FROM messages WHERE applicant_id = ?').bind(id).first('id');
    expect(await expectRefusal(() => desk('note', id, LONG))).toBe(tooLong);
    expect(await expectRefusal(() => desk('set', id, 'changes_requested', '--note', LONG))).toBe(tooLong);
    expect(await expectRefusal(() => desk('decline', id, '--note', LONG))).toBe(tooLong);
    expect(await expectRefusal(() => answerMessage(officerWith(), String(message), LONG))).toBe(tooLong);
    await answerMessage(officerWith(), String(message), `${LONG.slice(1)}\n`);
    expect((await desk('note', id, LONG.slice(1))).data).toMatchObject({ text: LONG.slice(1) });
  });
});

describe("an officer's address", () => {
  it('is stored in lower case, and is the same in other spellings', () => {
    expect(officerName(' X@Office.Example ')).toBe('x@office.example');
    // The longest address (RFC 5321) is kept whole.
    expect(officerName(`${'a'.repeat(253)}😀😀`)).toBe(`${'a'.repeat(253)}😀`);
    for (const other of ['X@OFFICE.example', 'x+desk@office.example', ' x@office.example.'])
      expect(isSameOfficer('x@office.example', other), other).toBe(true);
    expect(isSameOfficer('x.y@gmail.com', 'XY@googlemail.com')).toBe(true);
    expect(isSameOfficer('x@office.example', 'y@office.example')).toBe(false);
  });

  it('can be handed an application once the officer has used the desk and may decide', async () => {
    const { id } = await createApplication({ type: 'founder' });
    const refusal = () => expectRefusal(() => desk('assign', id, 'y@office.example'));
    expect(await refusal()).toContain('has not used the desk');
    const day = new Date().toISOString().slice(0, 10);
    const seen = (decides: boolean) =>
      bindings.DB.prepare(
        "INSERT OR REPLACE INTO officers (address, decides, seen_on) VALUES ('y@office.example', ?, ?)",
      )
        .bind(Number(decides), day)
        .run();
    await seen(false);
    expect(await refusal()).toContain('has not used the desk');
    await seen(true);
    expect((await desk('assign', id, 'Y@Office.Example')).data).toEqual({ id, assignee: 'y@office.example' });
  });
});

describe('the log', () => {
  it('of an erased application the log keeps the actions of officers, without its changes', async () => {
    const { id, email } = await createApplication({ type: 'founder' });
    const body = formOf('founder', validValues({ email, surname: 'Changed' }));
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    await desk('set', id, 'in_review');
    const logged = async () => ((await desk('log', id)).data as { action: string }[]).map(({ action }) => action);
    expect((await logged()).toSorted()).toEqual(['change', 'decide', 'set']);
    await desk('erase', id);
    expect(await logged()).toEqual(['erase', 'set', 'decide']);
  });
});
