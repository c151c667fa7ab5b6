/** Objects in R2: put so that a failure half-way leaves none, and deleted so that a failure leaves them to the sweep. */
import type { AdminEnv } from '../env.ts';
import { describeError, log } from '../request-log.ts';
import { Conflict, commit } from '../store/conflict.ts';
import { type FileRow, forgetLoose, noteLoose } from '../store/files.ts';

/** A file on its way into the store. */
export interface Upload {
  row: FileRow;
  bytes: Uint8Array;
}

/**
 * Puts files under their ids; they are loose until a batch attaches them.
 * @throws the first failure, after deleting whatever was put
 */
export async function putUploads(env: AdminEnv, uploads: readonly Upload[], now: number): Promise<void> {
  if (uploads.length === 0) return;
  await noteLoose(
    env.DB,
    uploads.map(({ row }) => row.id),
    now,
  ).run();
  const puts = await Promise.allSettled(
    // R2 checks the digest and refuses an object that was damaged on its way.
    uploads.map(({ row, bytes }) =>
      env.FILES.put(row.id, bytes, { sha256: row.sha256, httpMetadata: { contentType: row.type } }),
    ),
  );
  const failed = puts.find((put) => put.status === 'rejected');
  if (!failed) return;
  await dropObjects(
    env,
    uploads.map(({ row }) => row.id),
  );
  throw failed.reason;
}

/**
 * Writes all statements or none. The objects that they attach are deleted only where it is known that nothing was written:
 * another error may be an answer that was lost on its way, after the database had written everything. Objects that no row
 * holds stay listed as loose, and the sweep deletes them.
 * @throws Conflict when somebody else was first; any other error as it is
 */
export async function commitUploads(
  env: AdminEnv,
  uploads: readonly Upload[],
  statements: D1PreparedStatement[],
): Promise<void> {
  try {
    await commit(env.DB, statements);
  } catch (error) {
    if (error instanceof Conflict)
      await dropObjects(
        env,
        uploads.map(({ row }) => row.id),
      );
    throw error;
  }
}

/**
 * Deletes loose objects and forgets them. When that fails they stay listed, and the sweep deletes them.
 */
export async function dropObjects(env: AdminEnv, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await env.FILES.delete([...ids]);
    await forgetLoose(env.DB, ids).run();
  } catch (error) {
    // The request answers with what went wrong first; the list of loose objects remembers these.
    log({ level: 'error', request_id: '', endpoint: 'drop-objects', detail: describeError(error) });
  }
}
