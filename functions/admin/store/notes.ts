/** Notes of officers about an application, and templates of notes to applicants. */
import { recordAction, selectAction } from './actions.ts';
import { Conflict, commit, IS_WRITTEN, sql } from './database.ts';

export interface Note {
  text: string;
  by: string;
  at: number;
}

export function addNote(db: D1Database, applicantId: string, { text, by, at }: Note): D1PreparedStatement {
  return sql(db)`INSERT INTO notes (applicant_id, text, by, at) VALUES (${applicantId}, ${text}, ${by}, ${at})`;
}

export async function listNotes(db: D1Database, applicantId: string): Promise<Note[]> {
  const statement = sql(db)`SELECT text, by, at FROM notes WHERE applicant_id = ${applicantId} ORDER BY id`;
  return (await statement.all<Note>()).results;
}

export interface NoteTemplate {
  id: number;
  /** Status of the decision that it is for. */
  status: string;
  title: string;
  ru: string;
  en: string;
  version: number;
}

export async function listTemplates(db: D1Database): Promise<NoteTemplate[]> {
  const { results } = await sql(db)`SELECT id, status, title, ru, en, version FROM note_templates
    ORDER BY status, title, id`.all<NoteTemplate>();
  return results;
}

interface TemplateEditor {
  by: string;
  now: number;
}

/** @param most templates @returns false where there are as many already */
export async function addTemplate(
  db: D1Database,
  { status, title, ru, en }: Omit<NoteTemplate, 'id' | 'version'>,
  { most, ...editor }: TemplateEditor & { most: number },
): Promise<boolean> {
  const insert = sql(db)`INSERT INTO note_templates (status, title, ru, en, version)
    SELECT ${status}, ${title}, ${ru}, ${en}, 1 WHERE (SELECT count(*) FROM note_templates) < ${most}`;
  return writeRecorded(db, insert, status, editor);
}

/** @throws Conflict when it was changed or deleted meanwhile */
export async function changeTemplate(
  db: D1Database,
  { id, status, title, ru, en, version }: NoteTemplate,
  editor: TemplateEditor,
): Promise<void> {
  const update = sql(db)`UPDATE note_templates SET status = ${status}, title = ${title}, ru = ${ru}, en = ${en},
    version = version + 1 WHERE id = ${id} AND version = ${version}`;
  if (!(await writeRecorded(db, update, status, editor))) throw new Conflict('version');
}

/** @throws Conflict when it was changed or deleted meanwhile */
export async function deleteTemplate(
  db: D1Database,
  { id, status, version }: Pick<NoteTemplate, 'id' | 'status' | 'version'>,
  editor: TemplateEditor,
): Promise<void> {
  const statement = sql(db)`DELETE FROM note_templates WHERE id = ${id} AND version = ${version}`;
  if (!(await writeRecorded(db, statement, status, editor))) throw new Conflict('version');
}

/** Writes a row and its entry in the log, or neither. @returns true where a row was written */
async function writeRecorded(
  db: D1Database,
  statement: D1PreparedStatement,
  detail: string,
  { by, now }: TemplateEditor,
): Promise<boolean> {
  const action = { applicantId: '', action: 'template', detail, by, now };
  const [written] = await commit(db, [statement, recordAction(db, action, IS_WRITTEN)], selectAction(db, action));
  // No result: an attempt whose result was lost has written it.
  return written === undefined || written.meta.changes > 0;
}
