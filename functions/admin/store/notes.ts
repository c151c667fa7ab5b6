import { sql } from './database.ts';

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
