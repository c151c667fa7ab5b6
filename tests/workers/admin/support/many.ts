/** Applications inserted as rows, for tests with many. Only the store knows the keys by which the desk finds them. */
import { ApplicationSearch } from '../../../../functions/admin/store/search.ts';
import { bindings } from './host.ts';

export interface Row {
  id: string;
  fields?: Record<string, unknown>;
  type?: string;
  /** Statuses with their times and officers, oldest first; the first is the time of receipt. */
  history: readonly (readonly [status: string, at: number, officer?: string])[];
}

/** Adds applications with their search keys. */
export async function addRows(rows: readonly Row[]): Promise<void> {
  const applicant = bindings.DB.prepare(
    `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at)
     VALUES (?1, lower(?1) || '@example.net', ?2, 'en', 'hash', ?3, ?4, 1, ?5, ?5)`,
  );
  const entry = bindings.DB.prepare(
    "INSERT INTO status_history (applicant_id, position, status, note, created_at, officer) VALUES (?, ?, ?, '', ?, ?)",
  );
  await bindings.DB.batch(
    rows.flatMap(({ id, type = 'founder', fields = { fio: `Row ${id}` }, history }) => [
      applicant.bind(id, type, JSON.stringify(fields), history.at(-1)?.[0], history[0]?.[1]),
      ...history.map(([status, at, officer = null], position) => entry.bind(id, position, status, at, officer)),
      ...new ApplicationSearch(bindings.DB).keyStatements([{ id, fields }]),
    ]),
  );
}

let count = 0;
/** Adds an applicant for tests of the desk, which costs a tenth of a creation. @param later statuses after the first */
export async function addApplicant(...later: readonly string[]): Promise<string> {
  const id = `ITV-${String(++count).padStart(10, '0')}`;
  const fields = { fio: `Row ${id}`, name: 'Row', surname: id, email: `${id.toLowerCase()}@example.net` };
  await addRows([{ id, fields, history: ['submitted', ...later].map((status) => [status, Date.now()]) }]);
  return id;
}
