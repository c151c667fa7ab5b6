/** The hourly sweep: rows that have run out, and objects in R2 that no application holds. */
import type { AdminEnv } from './env.ts';
import { forgetLoose, takeLoose } from './store/files.ts';
import { deleteExpired } from './store/sweep.ts';

/** Far longer than any request takes, so that a file that is being stored is never taken for an orphan. */
const LOOSE_MS = 60 * 60 * 1000;
/** R2 deletes at most 1000 objects at once. */
const CHUNK = 1000;

/** Deletes what has run out; may be run at any time and as often as wanted. */
export async function sweep(env: AdminEnv, now: number): Promise<void> {
  await deleteExpired(env.DB, now);
  for (;;) {
    const ids = await takeLoose(env.DB, now - LOOSE_MS, CHUNK);
    if (ids.length === 0) return;
    await env.FILES.delete(ids);
    await forgetLoose(env.DB, ids).run();
  }
}
