/** What the database refuses by its own constraints, told apart by the constraint's name. */

export type ConflictKind = 'email' | 'credentials' | 'version' | 'history' | 'claim' | 'files';

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
  ['NOT NULL constraint failed: applicants.email_key', 'email'],
  // What the request was let in by (password, session, code) counts no longer.
  ['NOT NULL constraint failed: applicants.password_hash', 'credentials'],
  ['NOT NULL constraint failed: tokens.applicant_id', 'credentials'],
  ['NOT NULL constraint failed: applicants.version', 'version'],
  ['UNIQUE constraint failed: status_history.', 'history'],
  ['NOT NULL constraint failed: idempotency.claim', 'claim'],
  // The sweep was faster.
  ['NOT NULL constraint failed: files.applicant_id', 'files'],
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

/** For what a {@link commit} fails with: a conflict becomes the refusal that it means here, any other error stays. */
export function onConflict(refusal: () => Error): (error: unknown) => never {
  return (error) => {
    throw error instanceof Conflict ? refusal() : error;
  };
}
