/** Templates of officers' notes. Rule: a change names the version it started from (conflict `version`). */

import { Conflict } from './database.ts';
import { recordActionIfWritten } from './desk.ts';

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
  const { results } = await db
    .prepare('SELECT id, status, title, ru, en, version FROM note_templates ORDER BY status, title, id')
    .all<NoteTemplate>();
  return results;
}

export interface TemplateEditor {
  by: string;
  now: number;
}

const recorded = (db: D1Database, detail: string, { by, now }: TemplateEditor) =>
  recordActionIfWritten(db, { applicantId: '', action: 'template', detail, by, now });

/** @param most templates @returns false where there are as many already */
export async function addTemplate(
  db: D1Database,
  { status, title, ru, en }: Omit<NoteTemplate, 'id' | 'version'>,
  { most, ...editor }: TemplateEditor & { most: number },
): Promise<boolean> {
  const insert = `INSERT INTO note_templates (status, title, ru, en, version)
    SELECT ?, ?, ?, ?, 1 WHERE (SELECT count(*) FROM note_templates) < ?`;
  return writeRecorded(db, db.prepare(insert).bind(status, title, ru, en, most), recorded(db, status, editor));
}

/** @throws Conflict when it was changed or deleted meanwhile */
export async function changeTemplate(
  db: D1Database,
  { id, status, title, ru, en, version }: NoteTemplate,
  editor: TemplateEditor,
): Promise<void> {
  const update = `UPDATE note_templates SET status = ?3, title = ?4, ru = ?5, en = ?6, version = version + 1
    WHERE id = ?1 AND version = ?2`;
  const statement = db.prepare(update).bind(id, version, status, title, ru, en);
  if (!(await writeRecorded(db, statement, recorded(db, status, editor)))) throw new Conflict('version');
}

/** @throws Conflict when it was changed or deleted meanwhile */
export async function deleteTemplate(
  db: D1Database,
  { id, status, version }: Pick<NoteTemplate, 'id' | 'status' | 'version'>,
  editor: TemplateEditor,
): Promise<void> {
  const statement = db.prepare('DELETE FROM note_templates WHERE id = ? AND version = ?').bind(id, version);
  if (!(await writeRecorded(db, statement, recorded(db, status, editor)))) throw new Conflict('version');
}

/** Writes a row and its entry in the log, or neither. @returns true where a row was written */
async function writeRecorded(
  db: D1Database,
  statement: D1PreparedStatement,
  action: D1PreparedStatement,
): Promise<boolean> {
  const [written] = await db.batch([statement, action]);
  return (written?.meta.changes ?? 0) > 0;
}
