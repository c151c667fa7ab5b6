/** What operators note about an application for each other. Rule: an applicant never reads it. */

export interface Note {
  text: string;
  /** Who wrote it. */
  by: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Adds a note. */
export function addNote(db: D1Database, applicantId: string, { text, by, at }: Note): D1PreparedStatement {
  return db
    .prepare('INSERT INTO notes (applicant_id, text, by, at) VALUES (?, ?, ?, ?)')
    .bind(applicantId, text, by, at);
}

/** The notes about an application, oldest first. */
export async function listNotes(db: D1Database, applicantId: string): Promise<Note[]> {
  const statement = db.prepare('SELECT text, by, at FROM notes WHERE applicant_id = ? ORDER BY id').bind(applicantId);
  return (await statement.all<Note>()).results;
}
