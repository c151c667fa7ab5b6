/** Notes of officers about an application, and templates of notes to applicants. */
import { DeskLog } from './actions.ts';
import { Conflict, commit, fragment, IS_WRITTEN, Repository } from './database.ts';

export interface Note {
  text: string;
  by: string;
  at: number;
}

/** Within this time, the same note again is the second press of a button. */
const SAME_NOTE_MS = 60_000;

/** Notes about an application. */
export class OfficerNotes extends Repository {
  /** Adds a note with its entry in the log, once. */
  async add(applicantId: string, { text, by, at }: Note): Promise<void> {
    const log = new DeskLog(this.db);
    const action = { applicantId, action: 'note', detail: '', by, now: at };
    const insert = this.sql`INSERT INTO notes (applicant_id, text, by, at)
      SELECT ${applicantId}, ${text}, ${by}, ${at} WHERE NOT EXISTS (SELECT 1 FROM notes
        WHERE applicant_id = ${applicantId} AND text = ${text} AND by = ${by} AND at > ${at - SAME_NOTE_MS})`;
    await commit(this.db, [insert, log.add(action, IS_WRITTEN)], log.selectAdded(action));
  }

  async list(applicantId: string): Promise<Note[]> {
    const statement = this.sql`SELECT text, by, at FROM notes WHERE applicant_id = ${applicantId} ORDER BY id`;
    return (await statement.all<Note>()).results;
  }
}

export interface NoteTemplate {
  id: number;
  /** Status of the decision that the template is for. */
  status: string;
  title: string;
  ru: string;
  en: string;
  version: number;
}

interface TemplateEditor {
  by: string;
  now: number;
}

/** Templates of notes to applicants. */
export class NoteTemplates extends Repository {
  async list(): Promise<NoteTemplate[]> {
    const { results } = await this.sql`SELECT id, status, title, ru, en, version FROM note_templates
      ORDER BY status, title, id`.all<NoteTemplate>();
    return results;
  }

  /**
   * Stores the same template only once, since a button may be pressed twice.
   * @param most templates
   * @returns false where there are as many already
   */
  async add(
    { status, title, ru, en }: Omit<NoteTemplate, 'id' | 'version'>,
    { most, ...editor }: TemplateEditor & { most: number },
  ): Promise<boolean> {
    const isSame = fragment`status = ${status} AND title = ${title} AND ru = ${ru} AND en = ${en}`;
    const insert = this.sql`INSERT INTO note_templates (status, title, ru, en, version)
      SELECT ${status}, ${title}, ${ru}, ${en}, 1 WHERE (SELECT count(*) FROM note_templates) < ${most}
        AND NOT EXISTS (SELECT 1 FROM note_templates WHERE ${isSame})`;
    if (await this.#writeLogged(insert, status, editor)) return true;
    return (await this.sql`SELECT 1 FROM note_templates WHERE ${isSame}`.first()) !== null;
  }

  /** @throws Conflict when it was changed or deleted meanwhile */
  async change({ id, status, title, ru, en, version }: NoteTemplate, editor: TemplateEditor): Promise<void> {
    const update = this.sql`UPDATE note_templates SET status = ${status}, title = ${title}, ru = ${ru}, en = ${en},
      version = version + 1 WHERE id = ${id} AND version = ${version}`;
    if (!(await this.#writeLogged(update, status, editor))) throw new Conflict('version');
  }

  /** @throws Conflict when it was changed or deleted meanwhile */
  async delete(
    { id, status, version }: Pick<NoteTemplate, 'id' | 'status' | 'version'>,
    editor: TemplateEditor,
  ): Promise<void> {
    const statement = this.sql`DELETE FROM note_templates WHERE id = ${id} AND version = ${version}`;
    if (!(await this.#writeLogged(statement, status, editor))) throw new Conflict('version');
  }

  /** Writes a row and its entry in the log, or neither. @returns true where a row was written */
  async #writeLogged(statement: D1PreparedStatement, detail: string, { by, now }: TemplateEditor): Promise<boolean> {
    const action = { applicantId: '', action: 'template', detail, by, now };
    const log = new DeskLog(this.db);
    const [written] = await commit(this.db, [statement, log.add(action, IS_WRITTEN)], log.selectAdded(action));
    // Without a result, an attempt whose result was lost has written the row.
    return written === undefined || written.meta.changes > 0;
  }
}
