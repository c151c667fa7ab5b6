/** Puts objects into R2 and deletes them. After a fault the sweep deletes the objects that no row holds. */
import { Refusal } from '../../../src/domain/api/refusal.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { describeError, log } from '../runtime/log.ts';
import { retryAfterHeader } from '../runtime/refusals.ts';
import { newKey } from '../secrets/keys.ts';
import { Conflict, commit, repeatable } from '../store/database.ts';
import { type FileRow, StoredFiles } from '../store/files.ts';

/** The files that one request has put into R2; orphaned until {@link Uploads.commit} attaches them. */
export interface Uploads {
  put(file: Omit<FileRow, 'id'>, bytes: Uint8Array): Promise<FileRow>;
  /**
   * Attaches files with `statements`, all or none. @param written as for {@link commit} @throws Conflict; Refusal `busy` when
   * the sweep claimed one
   */
  commit(
    statements: D1PreparedStatement[],
    applicantId: string,
    files: readonly FileRow[],
    written: D1PreparedStatement,
  ): Promise<void>;
}

/**
 * How many ids are listed at once: as many as most applications have files, so that a body costs one write and not one for each
 * file.
 */
const LISTED_AT_ONCE = 8;
/** After this the listed ids are listed again, long before the sweep claims them: a slow body takes longer. */
const LISTED_FOR_MS = 10 * 60_000;

/** Runs `work`, then deletes every object that it put and did not attach, even when it throws. */
export async function withUploads<Result>(env: AdminEnv, work: (uploads: Uploads) => Promise<Result>): Promise<Result> {
  const orphans = new Set<string>();
  let unused: string[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  /** An id that the database lists as orphaned. */
  const listedId = async () => {
    if (unused.length === 0 || Date.now() - listedAt > LISTED_FOR_MS) {
      while (unused.length < LISTED_AT_ONCE) unused.push(newKey());
      for (const id of unused) orphans.add(id);
      listedAt = Date.now();
      await repeatable(new StoredFiles(env.DB).trackOrphans([...orphans], listedAt)).run();
    }
    return unused.pop() as string;
  };
  try {
    return await work({
      async put(file, bytes) {
        const row = { id: await listedId(), ...file };
        await env.FILES.put(row.id, bytes, { sha256: row.sha256, httpMetadata: { contentType: row.type } });
        return row;
      },
      async commit(statements, applicantId, files, written) {
        // An error may mean that the batch was written and only its result was lost: then only the sweep may delete the files.
        for (const { id } of files) orphans.delete(id);
        try {
          const attach = new StoredFiles(env.DB).attach(applicantId, files, unused);
          await commit(env.DB, [...statements, ...attach], written);
          for (const id of unused) orphans.delete(id);
          unused = [];
        } catch (error) {
          if (error instanceof Conflict) for (const { id } of files) orphans.add(id);
          throw error instanceof Conflict && error.reason === 'files' ? tooSlow() : error;
        }
      },
    });
  } finally {
    await dropObjects(env, [...orphans]);
  }
}

const tooSlow = () => new Refusal('busy', 'the files took too long to arrive', { headers: retryAfterHeader(2000) });

/** Deletes orphaned objects; those it fails to delete stay listed for the sweep. */
export async function dropObjects(env: AdminEnv, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await new StoredFiles(env.DB).deleteObjects(env.FILES, ids);
  } catch (error) {
    // Not rethrown: the response reports the first error, and the sweep finds the listed objects.
    log({ level: 'error', request_id: '', endpoint: 'drop-objects', detail: describeError(error) });
  }
}
