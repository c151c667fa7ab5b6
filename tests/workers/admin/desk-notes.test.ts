/** Limits of texts that officers write, how their addresses are stored, and the log. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DeskLog, Officers } from '../../../functions/admin/store/actions.ts';
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
      new Officers(bindings.DB).record({ officer: 'y@office.example', decides, day }).run();
    await seen(false);
    expect(await refusal()).toContain('has not used the desk');
    await seen(true);
    expect((await desk('assign', id, 'Y@Office.Example')).data).toEqual({ id, assignee: 'y@office.example' });
  });
});

describe('the log', () => {
  it('names the type of each application, of changes too, and none of an erased one', async () => {
    const { id, email } = await createApplication({ type: 'founder' });
    const body = formOf('founder', validValues({ email, surname: 'Changed' }));
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    await desk('set', id, 'in_review');
    const types = async () => (await new DeskLog(bindings.DB).latest(id, 10)).map(({ action, type }) => [action, type]);
    expect(await types()).toEqual(
      expect.arrayContaining([
        ['change', 'founder'],
        ['set', 'founder'],
      ]),
    );
    await desk('erase', id);
    expect(await types()).toEqual([
      ['erase', null],
      ['set', null],
    ]);
    expect((await desk('log', id)).data).not.toContainEqual(expect.objectContaining({ type: null }));
  });
});
