/** Keys of addresses that an earlier version stored with the domain in its own letters. */
import { emailKey } from '../../../src/domain/input/email.ts';

/** Rows of one round; there are few such addresses. */
const ROUND = 500;

/**
 * Rewrites keys whose domain is not ASCII as {@link emailKey} makes them now, so that an applicant is found from any browser.
 * A key that another application has already stays: two people can't share one.
 */
export async function rewriteEmailKeys(db: D1Database): Promise<void> {
  for (const table of ['applicants', 'left_addresses']) {
    const { results } = await db
      .prepare(`SELECT email_key AS stored FROM ${table} WHERE email_key GLOB '*@*[^ -~]*' LIMIT ?`)
      .bind(ROUND)
      .all<{ stored: string }>();
    const changes = results
      .map(({ stored }) => ({ stored, key: emailKey(stored) }))
      .filter(({ stored, key }) => key !== stored);
    if (changes.length === 0) continue;
    const sql = `UPDATE OR IGNORE ${table} SET email_key = ? WHERE email_key = ?`;
    await db.batch(changes.map(({ stored, key }) => db.prepare(sql).bind(key, stored)));
  }
}
