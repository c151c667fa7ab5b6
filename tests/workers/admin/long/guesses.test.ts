/** Wrong passwords from many networks: an hour of guesses by a different provider each time. */
import { beforeAll, expect, it } from 'vitest';
import { createApplication, newEmail, PASSWORD, shortValues } from '../support/applications.ts';
import { MINUTE, setClock } from '../support/clock.ts';
import { call, migrate } from '../support/host.ts';

const email = newEmail();
beforeAll(async () => {
  await migrate();
  await createApplication({ type: 'founder', values: shortValues({ email }) });
});

const signIn = (password: string, headers: Record<string, string>) =>
  call('/user-login', { json: { email, password }, headers });

it('all networks together have less than 60 wrong passwords an hour, and a known browser its own', async () => {
  const mark = (await signIn(PASSWORD, {})).headers.get('X-Known-Browser') ?? '';
  const statuses: number[] = [];
  for (let nth = 0; nth < 120; nth += 1) {
    setClock(nth * 30_000);
    const address = `2001:${nth.toString(16)}:1::1`;
    statuses.push((await signIn('wrong', { 'X-Client-Address': address })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(statuses.filter((status) => status === 401)).toHaveLength(58);
  setClock(60 * MINUTE - 1);
  expect((await signIn(PASSWORD, { 'X-Known-Browser': mark })).status).toBe(200);
});
