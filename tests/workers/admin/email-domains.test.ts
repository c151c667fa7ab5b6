import { beforeAll, expect, it } from 'vitest';
import { createApplication, newEmail, PASSWORD, validValues } from './support/applications.ts';
import { call, migrate } from './support/host.ts';

beforeAll(migrate);

const login = (email: string) => call('/user-login', { json: { email, password: PASSWORD } });
const inCyrillic = () => newEmail().replace(/@.*/, '@почта-пример.рф');
const inAscii = (email: string) => email.replace('почта-пример.рф', 'xn----7sbqluigdjdo3d.xn--p1ai');

it('an address with a Unicode domain signs in from any browser and is shown as typed', async () => {
  const email = inCyrillic();
  const record = await createApplication({ type: 'founder', values: validValues({ email }) });
  expect(record.email).toBe(email);
  for (const written of [email, inAscii(email), email.toUpperCase(), ` ${email} `])
    expect((await login(written)).status, written).toBe(200);
  const again = await call('/check-email', { json: { email: inAscii(email) } });
  expect(await again.json()).toMatchObject({ exists: true });
});
