/** Deletes what has run out; every statement finds its rows by an index on their time. */

import { RESET_CODE_MS, RESET_REST_MS, WAY_BACK_MS } from '../../../src/domain/account/reset.ts';
import { SESSION_MAX_MS } from '../../../src/domain/account/session.ts';
import { ANSWER_MS } from '../../../src/domain/api/endpoints.ts';
import { IDLE_LIMIT_MS } from './tokens.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Deletes expired sessions, codes, ways back, counted tries and answers. */
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
  ]);
}
