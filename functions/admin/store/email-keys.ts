/** Rewrites e-mail keys that earlier versions stored with a non-ASCII domain. */

import { emailKey } from '../../../src/domain/input/email.ts';
import { fragment, sql } from './sql.ts';

const ROUND = 500;

/**
 * Rewrites keys with a non-ASCII domain to the present form of {@link emailKey}, so that every browser finds the applicant.
 * Keeps a key whose new form another application has.
 */
export async function rewriteEmailKeys(db: D1Database): Promise<void> {
  for (const table of [fragment`applicants`, fragment`left_addresses`]) {
    const select = sql(db)`SELECT email_key FROM ${table} WHERE email_key GLOB '*@*[^ -~]*' LIMIT ${ROUND}`;
    const changes = (await select.all<{ email_key: string }>()).results.flatMap(({ email_key: stored }) => {
      const key = emailKey(stored);
      if (key === stored) return [];
      return [sql(db)`UPDATE OR IGNORE ${table} SET email_key = ${key} WHERE email_key = ${stored}`];
    });
    if (changes.length > 0) await db.batch(changes);
  }
}
