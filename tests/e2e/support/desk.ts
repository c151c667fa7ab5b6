/** Decisions of an officer that take effect at once in the portal under test, and the mails that it writes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { runDueCrons } from '../../../functions/local/crons.ts';

const OFFICER = 'tester@office.example';
const SURE = ['past', 'longer', 'passport', 'name', 'same'];

/** Stores a decision as the desk does, without its wait, and runs the cron of every minute. @param origin of the portal */
export async function decide(
  { DB, origin }: { DB: DatabaseSync; origin: string },
  id: string,
  status: string,
  form: { note?: string; fields?: readonly string[]; from?: string; to?: string; reason?: string } = {},
): Promise<void> {
  const given = { note: '', fields: [], from: '', to: '', reason: 'other', ...form, sure: SURE };
  DB.prepare('INSERT OR REPLACE INTO officers (address, decides, issues, seen_on) VALUES (?, 1, 1, ?)').run(
    ...[OFFICER, '2026-01-01'],
  );
  DB.prepare(
    `INSERT INTO decisions (applicant_id, status, form, officer, four_eyes, made_at, due_at, version, entries, seen_at)
     SELECT id, ?, ?, ?, 0, 1, 1, version, (SELECT count(*) FROM status_history WHERE applicant_id = id), stage_since
     FROM applicants WHERE id = ?`,
  ).run(status, JSON.stringify(given), OFFICER, id);
  await runDueCrons(new URL(origin).port, 1);
  const left = DB.prepare('SELECT failure FROM decisions WHERE applicant_id = ?').get(id);
  if (left) throw new Error(`${status} of ${id} did not take effect: ${JSON.stringify(left)}`);
}

/** Returns all mails to an address so far, oldest first; later ones may still be on their way. */
export async function mailsTo(email: string): Promise<string[]> {
  const folder = join(process.env.E2E_STATE ?? '', 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(email));
}
