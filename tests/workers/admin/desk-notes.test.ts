/** Limits of texts that operators write, and how the desk stores operators' names. */
import { beforeAll, describe, expect, it } from 'vitest';
import { latestActions } from '../../../functions/admin/store/actions.ts';
import { operatorName } from '../../../functions/office/operator.ts';
import { createApplication, formOf, tokenOf, validValues } from './support/applications.ts';
import { desk, expectRefusal, t } from './support/desk.ts';
import { bindings, call, migrate } from './support/host.ts';

beforeAll(migrate);

const LONG = 'Ж'.repeat(4001);
const tooLong = t('noteLength', { max: 4000, length: 4001 });

describe('a note of more than 4000 characters', () => {
  it('is refused by desk note, set, visa, revoke and decline', async () => {
    const { id } = await createApplication({ type: 'founder' });
    const dates = ['--from', '2027-01-01', '--to', '2027-12-31'];
    expect(await expectRefusal(() => desk('note', id, LONG))).toBe(tooLong);
    expect(await expectRefusal(() => desk('set', id, 'rejected', '--note', LONG))).toBe(tooLong);
    expect(await expectRefusal(() => desk('visa', id, ...dates, '--note', LONG))).toBe(tooLong);
    expect(await expectRefusal(() => desk('revoke', id, '--note', LONG))).toBe(tooLong);
    expect(await expectRefusal(() => desk('decline', id, '--note', LONG))).toBe(tooLong);
  });

  it('is refused by desk answer', async () => {
    const { id } = await createApplication({ type: 'founder' });
    const json = { id: crypto.randomUUID(), text: 'When?' };
    expect((await call('/user/messages', { json, token: await tokenOf(id) })).status).toBeLessThan(300);
    const [message] = (await desk('messages', id)).data as { id: string }[];
    expect(await expectRefusal(() => desk('answer', message?.id ?? '', LONG))).toBe(t('answerLength', { max: 4000 }));
    expect((await desk('answer', message?.id ?? '', `${LONG.slice(1)}\n`)).data).toMatchObject({ sent: true });
  });

  it('of 4000 characters is stored', async () => {
    const { id } = await createApplication({ type: 'founder' });
    expect((await desk('note', id, LONG.slice(1))).data).toMatchObject({ text: LONG.slice(1) });
  });
});

describe("an operator's name", () => {
  it('an address is stored in lower case, and a name as it is', async () => {
    expect(operatorName('X@Office.Example')).toBe('x@office.example');
    expect(operatorName('Anna B.')).toBe('Anna B.');
    const { id } = await createApplication({ type: 'founder' });
    expect((await desk('assign', id, 'X@Office.Example')).data).toEqual({ id, assignee: 'x@office.example' });
  });

  it('a long name is cut between characters', () => {
    expect(operatorName(`${'a'.repeat(99)}😀😀`)).toBe(`${'a'.repeat(99)}😀`);
  });
});

describe('the log', () => {
  it('names the type of each application, of changes too, and none of an erased one', async () => {
    const { id, email } = await createApplication({ type: 'founder' });
    const body = formOf('founder', validValues({ email, surname: 'Changed' }));
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    await desk('set', id, 'in_review');
    const types = async () => (await latestActions(bindings.DB, id, 10)).map(({ action, type }) => [action, type]);
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
