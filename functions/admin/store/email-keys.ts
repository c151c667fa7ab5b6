/** Rewrites e-mail keys that earlier versions stored with a non-ASCII domain. */
import { emailKey } from '../../../src/domain/input/email.ts';

const ROUND = 500;

/**
 * Rewrites keys with a non-ASCII domain to the present form of {@link emailKey}, so that every browser finds the applicant.
 * Keeps a key whose new form another application has.
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
