/** The triggers that name conflicts run before SQLite's own constraints. */
import { beforeAll, expect, it } from 'vitest';
import { Conflict, commit } from '../../../functions/admin/store/database.ts';
import { createApplication } from './support/applications.ts';
import { bindings, migrate } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const { DB } = bindings;
let id = '';
let otherId = '';

beforeAll(async () => {
  await migrate();
  [id, otherId] = [(await createApplication()).id, (await createApplication()).id];
  await insertRows();
});

/** `?1` and `?2` are two applicants. */
const CONFLICTS: [ConstructorParameters<typeof Conflict>[0], title: string, sql: string][] = [
  ['email', 'a new applicant without an address', insertApplicant('NULL')],
  ['email', 'a new applicant with a taken address', insertApplicant('email_key')],
  ['email', 'an address becomes NULL', 'UPDATE applicants SET email_key = NULL WHERE id = ?1'],
  [
    'email',
    'an address becomes a taken one',
    'UPDATE applicants SET email_key = (SELECT email_key FROM applicants WHERE id = ?2) WHERE id = ?1',
  ],
  ['credentials', 'a password becomes NULL', 'UPDATE applicants SET password_hash = NULL WHERE id = ?1'],
  [
    'credentials',
    'a session without an applicant',
    "INSERT INTO tokens (hash, applicant_id, browser, created_at, used_at) VALUES (?1, NULL, '', 0, 0)",
  ],
  ['version', 'a version becomes NULL', 'UPDATE applicants SET version = NULL WHERE id = ?1'],
  [
    'version',
    'an action without an application',
    "INSERT INTO desk_actions (applicant_id, action, detail, by, at) VALUES (NULL, ?1, '', '', 0)",
  ],
  [
    'history',
    'a second entry of one position',
    "INSERT INTO status_history (applicant_id, position, status, note, created_at) VALUES (?1, 0, 'approved', '', 0)",
  ],
  ['claim', 'a claim becomes NULL', 'UPDATE idempotency SET claim = NULL WHERE applicant_id = ?1'],
  ['mail', 'the state of a mail becomes NULL', 'UPDATE mails SET state = NULL WHERE applicant_id = ?1'],
  ['message', 'the state of a message becomes NULL', 'UPDATE messages SET state = NULL WHERE applicant_id = ?1'],
  [
    'deletion',
    'an answer without an open request',
    'INSERT INTO deletion_requests (applicant_id, id, asked_at) VALUES (?1, NULL, 0) ON CONFLICT DO UPDATE SET answer = ?1',
  ],
  [
    'files',
    'a file that the sweep has claimed',
    "INSERT INTO files (id, applicant_id, field, name, type, size, sha256) VALUES (?1, NULL, '', '', '', 0, '')",
  ],
];

function insertApplicant(emailKey: string): string {
  const others = 'application_type, locale, password_hash, fields, status, version, created_at, updated_at';
  return `INSERT INTO applicants (id, email_key, ${others}) SELECT 'new', ${emailKey}, ${others} FROM applicants WHERE id = ?1`;
}

/** A row for each UPDATE above. */
async function insertRows(): Promise<void> {
  const rows = [
    `INSERT INTO idempotency (key, fingerprint, claim, applicant_id, claimed_at) VALUES ('key-' || ?1, '', '', ?1, 0)`,
    `INSERT INTO messages (id, key, applicant_id, name, number, locale, text, sender, sent_at)
       VALUES (?1, ?1, ?1, '', '', 'en', '', '', 0)`,
    `INSERT INTO parcel_spending (network, hour, size_class, bytes) VALUES ('spent', ?1, '', 1)`,
  ];
  await DB.batch(rows.map((sql) => DB.prepare(sql).bind(id)));
}

function statement(sql: string): D1PreparedStatement {
  return DB.prepare(sql).bind(...[id, otherId].slice(0, sql.includes('?2') ? 2 : Number(sql.includes('?1'))));
}

it.each(CONFLICTS)('commit throws the conflict "%s" and writes nothing: %s', async (kind, _, sql) => {
  const before = await everythingStored();
  const other = DB.prepare("UPDATE applicants SET locale = 'xx' WHERE id = ?").bind(otherId);
  await expect(commit(DB, [other, statement(sql)])).rejects.toEqual(new Conflict(kind));
  expect(await everythingStored()).toEqual(before);
});

it('commit reports the first of several conflicts: address, then credentials, then version', async () => {
  const [email, credentials, version] = ['email_key = NULL', 'password_hash = NULL', 'version = NULL'];
  const update = (...changes: unknown[]) => statement(`UPDATE applicants SET ${changes.join(', ')} WHERE id = ?1`);
  await expect(commit(DB, [update(version, credentials, email)])).rejects.toEqual(new Conflict('email'));
  await expect(commit(DB, [update(version, credentials)])).rejects.toEqual(new Conflict('credentials'));
});

it('commit rethrows the error of a constraint that names no conflict', async () => {
  const error = await commit(DB, [statement('UPDATE applicants SET fields = NULL WHERE id = ?1')]).catch((e) => e);
  expect(error).not.toBeInstanceOf(Conflict);
  expect(String(error)).toContain('NOT NULL constraint failed: applicants.fields');
});
