/**
 * Responses and their timing do not reveal whether an address is known: for a known and an unknown address the host does the
 * same work before an equal response. `npm run bench:strangers` measures the times.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RESET_CODE_MS, RESET_RESEND_MS } from '../../../src/domain/account/reset.ts';
import { createApplication, PASSWORD, shortValues } from './support/applications.ts';
import { setClock } from './support/clock.ts';
import { recordingEnv } from './support/efforts.ts';
import { bindings, call, mails, migrate, responseOf } from './support/host.ts';
import { recordHashing } from './support/quick-hashing.ts';

const KNOWN = 'applicant@example.org';
const UNKNOWN = 'stranger@example.org';
const HASHING = 'scrypt 16384 8 5';

beforeAll(async () => {
  await migrate();
  await createApplication({ type: 'founder', values: shortValues({ email: KNOWN }) });
});
beforeEach(async () => {
  for (const table of ['reset_codes', 'sign_in_tries']) await bindings.DB.prepare(`DELETE FROM ${table}`).run();
});

interface Observed {
  /** The work done before the response, in order. */
  efforts: string[];
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

async function ask(path: string, json: object): Promise<Observed> {
  const efforts: string[] = [];
  const stop = recordHashing(efforts);
  try {
    const headers = { 'X-Request-Id': 'the-same-for-both' };
    const { response, ended } = await responseOf(path, { json, headers, env: recordingEnv(efforts) });
    const body = await response.json();
    const observed = {
      efforts: [...efforts],
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body,
    };
    await ended();
    return observed;
  } finally {
    stop();
  }
}

/** Sends a call for both addresses and compares responses and work. */
async function askForBoth(path: string, json: object, before: (email: string) => Promise<void>): Promise<Observed> {
  const askFor = async (email: string) => {
    setClock(0);
    await before(email);
    return ask(path, { ...json, email });
  };
  const known = await askFor(KNOWN);
  expect(await askFor(UNKNOWN)).toEqual(known);
  expect(known.efforts).not.toEqual([]);
  return known;
}

const nothing = () => Promise.resolve();
const times = async (count: number, path: string, json: object) => {
  for (let nth = 1; nth <= count; nth += 1) await call(path, { json });
};
const askForCode = (email: string) => times(1, '/forgot-password-token', { email });
const hashings = ({ efforts }: Observed) => efforts.filter((effort) => effort.startsWith('scrypt'));

describe('a known and an unknown address get the same response after the same work', () => {
  it('a sign-in with a wrong password hashes once for any address', async () => {
    const observed = await askForBoth('/user-login', { password: 'a wrong password' }, nothing);
    expect(observed).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(hashings(observed)).toEqual([HASHING]);
  });

  it('a blocked sign-in hashes nothing for any address', async () => {
    const tries = (email: string) => times(5, '/user-login', { email, password: 'a wrong password' });
    const observed = await askForBoth('/user-login', { password: PASSWORD }, tries);
    expect(observed).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
    expect(hashings(observed)).toEqual([]);
  });

  it.each<[string, number, (email: string) => Promise<void>]>([
    ['for the first time', 200, nothing],
    ['again at once', 200, askForCode],
    [
      'for another time',
      200,
      async (email) => {
        await askForCode(email);
        setClock(RESET_RESEND_MS);
      },
    ],
    [
      'for the sixth time in an hour',
      429,
      async (email) => {
        for (let nth = 0; nth < 5; nth += 1) {
          setClock(nth * RESET_RESEND_MS);
          await askForCode(email);
        }
        setClock(5 * RESET_RESEND_MS);
      },
    ],
  ])('requesting a reset code for any address does the same work %s', async (_, status, before) => {
    const observed = await askForBoth('/forgot-password-token', {}, before);
    expect(observed.status).toBe(status);
    expect(hashings(observed)).toEqual([]);
  });

  const states: [string, number, (email: string) => Promise<void>][] = [
    ['is wrong', 422, askForCode],
    ['was never asked for', 410, nothing],
    [
      'was tried too often',
      410,
      async (email) => {
        await askForCode(email);
        await times(5, '/check-forgot-password-token', { email, code: 'no code' });
      },
    ],
    [
      'is too old',
      410,
      async (email) => {
        await askForCode(email);
        setClock(RESET_CODE_MS);
      },
    ],
  ];

  it.each(states)('checking a reset code for any address does the same work when it %s', async (_, status, before) => {
    const observed = await askForBoth('/check-forgot-password-token', { code: 'no code' }, before);
    expect(observed.status).toBe(status);
    expect(hashings(observed)).toEqual([]);
  });

  it.each(states)(
    'resetting a password for any address does the same work with a code that %s',
    async (_, status, before) => {
      const json = { code: 'no code', password: 'blue lantern on the roof' };
      const observed = await askForBoth('/forgot-password-by-code', json, before);
      expect(observed.status).toBe(status);
      expect(hashings(observed)).toEqual([]);
    },
  );

  it('a guessable password with a wrong code gets the same response for any address', async () => {
    const observed = await askForBoth(
      '/forgot-password-by-code',
      { code: 'no code', password: 'michaeljordan23' },
      askForCode,
    );
    expect(observed).toMatchObject({ status: 422, body: { errors: { code: ['code_wrong'] } } });
  });
});

it('a request for a reset code gets its response before the mail is written', async () => {
  const sent = Promise.withResolvers<void>();
  const written: unknown[] = [];
  const MAIL = {
    send: async (mail: unknown) => {
      written.push(mail);
      await sent.promise;
    },
  } as unknown as SendEmail;
  const env = { ...bindings, MAIL };
  const { response, ended } = await responseOf('/forgot-password-token', { json: { email: KNOWN }, env });
  expect(await response.json()).toEqual({ status: 'ok' });
  expect(written).toEqual([]);
  sent.resolve();
  await ended();
  expect(written).toHaveLength(1);
});

it('a right reset code hashes the new password once', async () => {
  await call('/forgot-password-token', { json: { email: KNOWN } });
  const code = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
  const observed = await ask('/forgot-password-by-code', { email: KNOWN, code, password: PASSWORD });
  expect(observed.status).toBe(200);
  expect(hashings(observed)).toEqual([HASHING]);
  expect(observed.efforts.filter((effort) => effort.startsWith('mail'))).toEqual([]);
});
