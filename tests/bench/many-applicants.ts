/** A database with many made-up applicants, for benchmarks of the desk. */
import { ApplicationSearch } from '../../functions/admin/store/search.ts';

const PIECE = 1000;
const HOUR = 60 * 60 * 1000;

const NAMES = [
  'Anna',
  'Aziz',
  'Bekzod',
  'Dilnoza',
  'Elena',
  'Farhod',
  'Gulnora',
  'Ivan',
  'Jasur',
  'Maria',
  'Nodira',
  'Olim',
];
const SURNAMES = ['Karimov', 'Yusupov', 'Ivanov', 'Rahimov', 'Smith', 'Schmidt', 'Kim', 'Singh', 'Petrov', 'Aliev'];
const STATUSES = [
  'visa_issued',
  'visa_issued',
  'visa_issued',
  'rejected',
  'rejected',
  'in_review',
  'submitted',
  'approved',
];

/**
 * Returns the nth of `count` applicants: a surname has a thousand bearers with different endings, so that some names are
 * common and all differ.
 */
export function applicant(nth: number, count: number) {
  const pick = (list: readonly string[], step: number) => list[Math.floor(nth / step) % list.length] ?? '';
  const id = `ITV-${nth
    .toString(32)
    .toUpperCase()
    .replace(/[ILOU]/g, 'Z')
    .padStart(6, '0')}${String(nth).slice(-4).padStart(4, '0')}`;
  const surname = nth % 3 === 0 ? pick(SURNAMES, 7) : `${pick(SURNAMES, 7)}${(nth % 997).toString(36)}`;
  const name = pick(NAMES, 1);
  const fields = {
    ...{
      surname,
      name,
      fio: `${surname} ${name}`,
      email: `a${nth}@example.org`,
      passport_number: `FA${1_000_000 + nth}`,
    },
    // As long as an application's other answers.
    activity: 'x'.repeat(1500),
  };
  return { id, email: fields.email, fields, status: pick(STATUSES, 1), at: Date.now() - (count - nth) * 0.2 * HOUR };
}

/** Adds applicants with history and search keys. */
export async function fill(DB: D1Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += PIECE) {
    const applicants = Array.from({ length: Math.min(PIECE, count - from) }, (_, at) => applicant(from + at, count));
    const rows = JSON.stringify(applicants);
    await DB.batch([
      DB.prepare(
        `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at, request_id)
         SELECT value ->> '$.id', value ->> '$.email', 'founder', 'en', 'hash', value -> '$.fields', value ->> '$.status', 1,
           CAST(value ->> '$.at' AS INTEGER), 0, 'request-' || (value ->> '$.email') FROM json_each(?)`,
      ).bind(rows),
      ...['submitted', null].map((status, position) =>
        DB.prepare(
          `INSERT INTO status_history (applicant_id, position, status, note, created_at)
           SELECT value ->> '$.id', ?2, ifnull(?3, value ->> '$.status'), '', CAST(value ->> '$.at' AS INTEGER) + ?2 * 1000 FROM json_each(?1)`,
        ).bind(rows, position, status),
      ),
      ...new ApplicationSearch(DB).keyStatements(applicants),
    ]);
  }
}
