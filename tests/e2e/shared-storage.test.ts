/** The portal on a machine where the desk works beside it, on the same database file. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from './support/portal.ts';

test('the portal waits while another process holds its database for a moment', async ({ request, storage }) => {
  const asked = { email: `held.${Date.now()}@example.org` };
  const ask = () => request.post('/api/v1/forgot-password-token', { data: asked });
  const usual = await ask();
  expect(usual.ok()).toBe(true);

  storage.DB.exec('BEGIN IMMEDIATE');
  const answer = ask();
  await pause(300);
  storage.DB.exec('COMMIT');
  expect((await answer).status()).toBe(usual.status());
});
