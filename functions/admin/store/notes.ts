export interface Note {
  text: string;
  by: string;
  /** Milliseconds since 1970. */
  at: number;
}

export function addNote(db: D1Database, applicantId: string, { text, by, at }: Note): D1PreparedStatement {
  return db
    .prepare('INSERT INTO notes (applicant_id, text, by, at) VALUES (?, ?, ?, ?)')
    .bind(applicantId, text, by, at);
}

export async function listNotes(db: D1Database, applicantId: string): Promise<Note[]> {
  const statement = db.prepare('SELECT text, by, at FROM notes WHERE applicant_id = ? ORDER BY id').bind(applicantId);
  return (await statement.all<Note>()).results;
}
