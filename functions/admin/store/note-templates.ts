/** Templates of officers' notes. Rule: a change names the version it started from (conflict `version`). */

import { Conflict } from './database.ts';
import { recordAction } from './desk.ts';

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
  recordAction(db, { applicantId: '', action: 'template', detail, by, now });

export async function addTemplate(
  db: D1Database,
  { status, title, ru, en }: Omit<NoteTemplate, 'id' | 'version'>,
  editor: TemplateEditor,
): Promise<void> {
  const insert = 'INSERT INTO note_templates (status, title, ru, en, version) VALUES (?, ?, ?, ?, 1)';
  await db.batch([db.prepare(insert).bind(status, title, ru, en), recorded(db, status, editor)]);
}

/** @throws Conflict when it was changed or deleted meanwhile */
export async function changeTemplate(
  db: D1Database,
  { id, status, title, ru, en, version }: NoteTemplate,
  editor: TemplateEditor,
): Promise<void> {
  const { meta } = await db
    .prepare(
      'UPDATE note_templates SET status = ?3, title = ?4, ru = ?5, en = ?6, version = version + 1 WHERE id = ?1 AND version = ?2',
    )
    .bind(id, version, status, title, ru, en)
    .run();
  if (meta.changes === 0) throw new Conflict('version');
  await recorded(db, status, editor).run();
}

/** @throws Conflict when it was changed or deleted meanwhile */
export async function deleteTemplate(
  db: D1Database,
  { id, status, version }: Pick<NoteTemplate, 'id' | 'status' | 'version'>,
  editor: TemplateEditor,
): Promise<void> {
  const { meta } = await db.prepare('DELETE FROM note_templates WHERE id = ? AND version = ?').bind(id, version).run();
  if (meta.changes === 0) throw new Conflict('version');
  await recorded(db, status, editor).run();
}
