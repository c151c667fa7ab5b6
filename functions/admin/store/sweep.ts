/** The hourly sweep: rows that have run out, each found by an index on its time, and objects in R2 that no application holds. */

import { MAIL_KEPT_DAYS } from '../../../src/domain/account/mails.ts';
import { RESET_CODE_MS, RESET_REST_MS, WAY_BACK_MS } from '../../../src/domain/account/reset.ts';
import { SESSION_MAX_MS } from '../../../src/domain/account/session.ts';
import { ANSWER_MS } from '../../../src/domain/api/endpoints.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { forgetLoose, takeLoose } from './files.ts';
import { makeMissingKeys } from './search-keys.ts';
import { IDLE_LIMIT_MS } from './sessions.ts';

/** Far longer than one file takes to arrive: each that does renews the time of all in its request. */
const LOOSE_MS = 60 * 60 * 1000;
/** R2 deletes at most 1000 objects at once. */
const CHUNK = 1000;

/** Deletes what has run out; may be run at any time and as often as wanted. */
export async function sweep(env: AdminEnv, now: number): Promise<void> {
  await deleteExpired(env.DB, now);
  await makeMissingKeys(env.DB);
  for (;;) {
    const ids = await takeLoose(env.DB, now - LOOSE_MS, CHUNK);
    if (ids.length === 0) return;
    await env.FILES.delete(ids);
    await forgetLoose(env.DB, ids).run();
  }
}

const DAY = 24 * 60 * 60 * 1000;

/** Deletes expired sessions, codes, left addresses, counted tries, answers and mails. */
export async function deleteExpired(db: D1Database, now: number): Promise<void> {
  const before = (sql: string, age: number) => db.prepare(sql).bind(now - age);
  await db.batch([
    before('DELETE FROM tokens WHERE created_at <= ?', SESSION_MAX_MS),
    before('DELETE FROM tokens WHERE used_at <= ?', IDLE_LIMIT_MS),
    // Not 15 minutes: the row also counts the mails of the hour and the wrong codes of the day.
    before('DELETE FROM reset_codes WHERE made_at <= ?', RESET_CODE_MS + RESET_REST_MS),
    before('DELETE FROM left_addresses WHERE left_at <= ?', WAY_BACK_MS),
    before('DELETE FROM sign_in_tries WHERE last_at <= ?', DAY),
    before('DELETE FROM idempotency WHERE claimed_at <= ?', ANSWER_MS),
    before('DELETE FROM mails WHERE made_at <= ?', MAIL_KEPT_DAYS * DAY),
  ]);
}
