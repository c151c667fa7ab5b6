/** Objects in R2: put so that a failure half-way leaves none, and deleted so that a failure leaves them to the sweep. */
import type { AdminEnv } from '../runtime/env.ts';
import { Failure, retryAfter } from '../runtime/failure.ts';
import { describeError, log } from '../runtime/log.ts';
import { newKey } from '../secrets/keys.ts';
import { Conflict, commit } from '../store/database.ts';
import { attachFiles, deleteObjects, type FileRow, trackOrphan } from '../store/files.ts';

/** The files that one request has put into R2; they are loose until {@link Uploads.commit} attaches them. */
export interface Uploads {
  /** Puts a file under a new id. R2 checks the digest and refuses an object that was damaged on its way. */
  put(file: Omit<FileRow, 'id'>, bytes: Uint8Array): Promise<FileRow>;
  /**
   * Attaches files to an applicant, together with other statements: all or none.
   * @throws Conflict when somebody else was first; Failure `busy` when the sweep has taken a file that came too slowly
   */
  commit(statements: D1PreparedStatement[], applicantId: string, files: readonly FileRow[]): Promise<void>;
}

/** Runs `work`, and deletes all that it has put and not attached, whether it ends well or not. */
export async function withUploads<Result>(env: AdminEnv, work: (uploads: Uploads) => Promise<Result>): Promise<Result> {
  const loose = new Set<string>();
  try {
    return await work({
      async put(file, bytes) {
        const row = { id: newKey(), ...file };
        loose.add(row.id);
        // All of them and the time of day, since a slow body takes longer than the sweep waits.
        await trackOrphan(env.DB, [...loose], Date.now()).run();
        await env.FILES.put(row.id, bytes, { sha256: row.sha256, httpMetadata: { contentType: row.type } });
        return row;
      },
      async commit(statements, applicantId, files) {
        // An error may be an answer that was lost after everything was written: then only the sweep may delete them.
        for (const { id } of files) loose.delete(id);
        try {
          await commit(env.DB, [...statements, ...attachFiles(env.DB, applicantId, files)]);
        } catch (error) {
          if (error instanceof Conflict) for (const { id } of files) loose.add(id);
          throw error instanceof Conflict && error.reason === 'files' ? tooSlow() : error;
        }
      },
    });
  } finally {
    await dropObjects(env, [...loose]);
  }
}

const tooSlow = () => new Failure('busy', 'the files took too long', { headers: retryAfter(2000) });

/** Deletes loose objects. When that fails they stay listed, and the sweep deletes them. */
export async function dropObjects(env: AdminEnv, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await deleteObjects(env, ids);
  } catch (error) {
    // The request answers with what went wrong first; the list of loose objects remembers these.
    log({ level: 'error', request_id: '', endpoint: 'drop-objects', detail: describeError(error) });
  }
}
