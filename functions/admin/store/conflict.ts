/** What the database refuses by its own constraints, told apart by the constraint's name. */

export type ConflictKind = 'email' | 'version' | 'history' | 'claim';

/** Somebody else was first; nothing was written. */
export class Conflict extends Error {
  readonly kind: ConflictKind;
  constructor(kind: ConflictKind) {
    super(`conflict: ${kind}`);
    this.name = 'Conflict';
    this.kind = kind;
  }
}

const CONSTRAINTS: [string, ConflictKind][] = [
  ['UNIQUE constraint failed: applicants.email_key', 'email'],
  ['NOT NULL constraint failed: applicants.version', 'version'],
  ['UNIQUE constraint failed: status_history.', 'history'],
  ['NOT NULL constraint failed: idempotency.claim', 'claim'],
];

/**
 * Writes all statements or none.
 * @throws Conflict when a constraint says that somebody else was first; any other error as it is
 */
export async function commit(db: D1Database, statements: D1PreparedStatement[]): Promise<D1Result[]> {
  try {
    return await db.batch(statements);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const kind = CONSTRAINTS.find(([constraint]) => message.includes(constraint))?.[1];
    throw kind ? new Conflict(kind) : error;
  }
}
