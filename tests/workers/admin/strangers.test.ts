/**
 * Nobody can tell by the time of an answer whether an address is known. Known and unknown ones take turns, so that a busy
 * machine slows both alike, and each try has an address of its own, so that the brake on guessing does not come in.
 */
import { beforeAll, expect, it } from 'vitest';
import { created } from './support/applications.ts';
import { bindings, migrate, timeOf } from './support/host.ts';

const TRIES = 30;
const TOLERANCE = 0.15;
/** A machine that does other work at the wrong moment gets another go; a host that tells never passes. */
const ROUNDS = 3;
/** The runtime's clock knows whole milliseconds only, so a try at something quick is many calls. */
const CALLS = { slow: 1, quick: 6 };

/** Makes applicants out of one who applied, since hashing a password for each takes long. */
async function addApplicants(original: string): Promise<void> {
  const copy = bindings.DB.prepare(
    `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at)
     SELECT ?2, ?3, application_type, locale, password_hash, fields, status, version, created_at, updated_at
     FROM applicants WHERE id = ?1`,
  );
  const numbers = Array.from({ length: TRIES * CALLS.quick }, (_, nth) => nth);
  await bindings.DB.batch(numbers.map((nth) => copy.bind(original, `ITV-COPY${nth}`, emailOf('applicant', nth))));
}

type Who = 'applicant' | 'stranger';
const emailOf = (who: Who, nth: number) => `${who}.${nth}@example.org`;

beforeAll(async () => {
  await migrate();
  await addApplicants((await created({ type: 'founder' })).id);
});

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** How much longer one kind of address takes than the other, as a part of the quicker one. */
async function difference(path: string, body: object, calls: number): Promise<number> {
  for (const table of ['reset_codes', 'sign_in_tries']) await bindings.DB.prepare(`DELETE FROM ${table}`).run();
  const ask = (who: Who, first: number, route: string) =>
    timeOf(
      route,
      Array.from({ length: calls }, (_, nth) => ({ ...body, email: emailOf(who, first + nth) })),
    );
  const times: Record<Who, number[]> = { applicant: [], stranger: [] };
  for (let nth = 0; nth < TRIES; nth += 1) {
    const order = nth % 2 ? (['applicant', 'stranger'] as const) : (['stranger', 'applicant'] as const);
    for (const who of order) {
      // A code can only be looked at when one was asked for.
      if ('code' in body) await ask(who, nth * calls, '/forgot-password-token');
      times[who].push(await ask(who, nth * calls, path));
    }
  }
  const [known, unknown] = [median(times.applicant), median(times.stranger)];
  return Math.abs(known - unknown) / Math.min(known, unknown);
}

it.each([
  ['sign-in', '/user-login', { password: 'a wrong password' }, CALLS.slow],
  ['the request for a reset code', '/forgot-password-token', {}, CALLS.quick],
  ['the check of a reset code', '/check-forgot-password-token', { code: '123456' }, CALLS.quick],
])('%s takes as long for a known address as for an unknown one', { timeout: 300_000 }, async (_, path, body, calls) => {
  const differences: number[] = [];
  while (differences.length < ROUNDS) {
    differences.push(await difference(path, body, calls));
    if (differences.some((value) => value <= TOLERANCE)) break;
  }
  expect(Math.min(...differences), `differences: ${differences}`).toBeLessThanOrEqual(TOLERANCE);
});
