/** A browser that signed in before has its own attempt counter, so that guesses by strangers do not lock it out. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createApplication,
  newEmail,
  openSession,
  PASSWORD,
  shortValues,
  tokenOf,
  type WireRecord,
} from './support/applications.ts';
import { MINUTE, setClock } from './support/clock.ts';
import { call, mails, migrate } from './support/host.ts';

const NEW = 'blue lantern on the roof';
let email = '';
let record: WireRecord;

beforeAll(migrate);
beforeEach(async () => {
  email = newEmail();
  record = await createApplication({ type: 'founder', values: shortValues({ email }) });
});

const login = (password: string, mark?: string, address = email) =>
  call('/user-login', {
    json: { email: address, password },
    headers: mark === undefined ? {} : { 'X-Known-Browser': mark },
  });
const markOf = (response: Response) => response.headers.get('X-Known-Browser') ?? '';
async function guess(count: number, mark?: string): Promise<void> {
  for (let nth = 1; nth <= count; nth += 1) expect((await login('a wrong password', mark)).status).toBe(401);
  expect((await login(PASSWORD, mark)).status).toBe(429);
}

it("each sign-in sets the browser's mark without identifying the applicant", async () => {
  const [one, other] = [markOf(await login(PASSWORD)), markOf(await login(PASSWORD))];
  expect(one).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
  expect(other).not.toBe(one);
  expect((await login('a wrong password')).headers.has('X-Known-Browser')).toBe(false);
});

it('a known browser can sign in while strangers are blocked, and they stay blocked', async () => {
  const mark = markOf(await login(PASSWORD));
  await guess(5);
  expect((await login(PASSWORD, mark)).status).toBe(200);
  expect((await login(PASSWORD)).status).toBe(429);
});

it('a known browser is slowed down by its own wrong attempts and blocks no other', async () => {
  const [mark, other] = [markOf(await login(PASSWORD)), markOf(await login(PASSWORD))];
  await guess(5, mark);
  expect((await login(PASSWORD, other)).status).toBe(200);
  expect((await login(PASSWORD)).status).toBe(200);
  expect((await login(PASSWORD, mark)).status).toBe(429);
  setClock(MINUTE);
  expect((await login(PASSWORD, mark)).status).toBe(200);
  expect((await login('a wrong password', mark)).status).toBe(401);
});

it('a forged, altered or foreign browser mark is ignored', async () => {
  const mark = markOf(await login(PASSWORD));
  const stranger = newEmail();
  await createApplication({ type: 'founder', values: shortValues({ email: stranger }) });
  const foreign = markOf(await login(PASSWORD, undefined, stranger));
  await guess(5);
  const altered = `${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`;
  for (const other of [foreign, altered, '', 'x'.repeat(66), mark.slice(0, -1)])
    expect((await login(PASSWORD, other)).status).toBe(429);
});

describe('a password reset by mail', () => {
  it('a password reset clears every counter of the address and marks the browser', async () => {
    const mark = markOf(await login(PASSWORD));
    await guess(5);
    await guess(5, mark);
    await call('/forgot-password-token', { json: { email } });
    const code = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    const response = await call('/forgot-password-by-code', { json: { email, code, password: NEW } });
    expect(response.status).toBe(200);
    expect((await login(NEW, mark)).status).toBe(200);
    expect((await login(NEW)).status).toBe(200);
    for (let nth = 1; nth <= 5; nth += 1) await login('a wrong password');
    expect((await login(NEW, markOf(response))).status).toBe(200);
  });
});

it('wrong passwords at the sign-in do not block a session from changing its password, nor the reverse', async () => {
  await guess(5);
  const token = await tokenOf(record.id);
  const change = (current: string) =>
    call(`/change-password/founder/${record.id}`, { token, json: { new_password: NEW, current_password: current } });
  for (let nth = 1; nth <= 4; nth += 1) expect((await change('a wrong password')).status).toBe(422);
  expect((await change(PASSWORD)).status).toBe(200);
  setClock(MINUTE);
  for (let nth = 1; nth <= 5; nth += 1) expect((await change('a wrong password')).status).toBe(422);
  expect((await change(NEW)).status).toBe(429);
  expect(await openSession(email, NEW)).toBeTruthy();
});
