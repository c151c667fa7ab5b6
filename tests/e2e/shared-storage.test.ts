/** The portal while the desk uses the same database file. */
import { expect, test } from './support/portal.ts';

test('a request waits while another process locks the database for a moment', async ({ request, storage }) => {
  const asked = { email: `held.${Date.now()}@example.org` };
  const ask = () => request.post('/api/v1/forgot-password-token', { data: asked });
  const usual = await ask();
  expect(usual.ok()).toBe(true);

  let hasResponded = false;
  storage.DB.exec('BEGIN IMMEDIATE');
  const response = ask().then((response) => {
    hasResponded = true;
    return response;
  });
  try {
    // Calls that need no database get their response meanwhile.
    for (let call = 0; call < 2; call += 1) {
      const refused = await request.post('/api/v1/forgot-password-token', { data: { email: 'nobody' } });
      expect(refused.status()).toBe(422);
    }
    expect(hasResponded).toBe(false);
  } finally {
    storage.DB.exec('COMMIT');
  }
  expect((await response).status()).toBe(usual.status());
});
