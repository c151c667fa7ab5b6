/**
 * Copies objects between a bucket and a folder. Rule: an object is never replaced under its key, so a copy with the right
 * SHA-256 is kept, and an interrupted run continues.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An error for the operator, printed without a stack; the message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Simultaneous transfers; an object has 10 MiB at most, and D1 and R2 allow six connections per caller. */
const CONCURRENCY = 6;
/** R2's limit for listing and deleting. */
const PAGE = 1000;

export const OBJECTS = 'objects';

export interface Checksum {
  size: number;
  sha256: string;
}

export interface StoredObject extends Checksum {
  key: string;
  httpMetadata: R2HTTPMetadata;
  customMetadata: Record<string, string>;
}

/** An object that a row holds and that could not be read when the backup was made. */
export interface MissingObject {
  key: string;
  why: 'gone' | 'damaged';
}

/** Path in a backup. Keys are base64url. */
export const objectFile = (key: string): string => `${OBJECTS}/${encodeURIComponent(key)}`;

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

export async function listObjects(FILES: R2Bucket): Promise<Map<string, R2Object>> {
  const all = new Map<string, R2Object>();
  for (let cursor: string | undefined; ; ) {
    const page = await FILES.list({
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
      include: ['httpMetadata', 'customMetadata'],
    });
    for (const object of page.objects) all.set(object.key, object);
    if (!page.truncated) return all;
    cursor = page.cursor;
  }
}

export interface HeldObject extends Checksum {
  key: string;
}

/** Copies objects into a backup's folder, except those already there. @returns those without a valid copy */
export async function fetchObjects(
  FILES: R2Bucket,
  held: readonly HeldObject[],
  folder: string,
): Promise<MissingObject[]> {
  const failed: MissingObject[] = [];
  await forEachConcurrently(held, async (wanted) => {
    const path = join(folder, objectFile(wanted.key));
    if (existsSync(path) && (await sha256OfFile(path)) === wanted.sha256) return;
    const object = await FILES.get(wanted.key);
    const bytes = object && new Uint8Array(await object.arrayBuffer());
    if (!bytes) failed.push({ key: wanted.key, why: 'gone' });
    else if (sha256(bytes) !== wanted.sha256) failed.push({ key: wanted.key, why: 'damaged' });
    else await writeFile(path, bytes, { mode: 0o600, flush: true });
  });
  return failed;
}

/** Puts the objects of a backup that a bucket lacks. @param existing the bucket's objects @returns the number of objects put */
export async function putObjects(
  FILES: R2Bucket,
  objects: readonly StoredObject[],
  existing: ReadonlyMap<string, R2Object>,
  folder: string,
): Promise<number> {
  const missing = objects.filter(({ key, size, sha256: wanted }) => {
    const found = existing.get(key);
    return found?.size !== size || hexOf(found.checksums?.sha256) !== wanted;
  });
  await forEachConcurrently(missing, async ({ key, sha256: wanted, httpMetadata, customMetadata }) => {
    const { cacheExpiry, ...rest } = httpMetadata;
    const dated = cacheExpiry ? { ...rest, cacheExpiry: new Date(cacheExpiry) } : rest;
    // R2 checks the digest and refuses an object damaged since its verification.
    await FILES.put(key, await readFile(join(folder, objectFile(key))), {
      sha256: wanted,
      httpMetadata: dated,
      customMetadata,
    });
  });
  return missing.length;
}

const hexOf = (buffer: ArrayBuffer | undefined) => (buffer ? Buffer.from(buffer).toString('hex') : null);

export async function deleteObjects(FILES: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += PAGE) await FILES.delete(keys.slice(at, at + PAGE));
}

/** Settles after all workers stop; after the first failure no new item is started. */
async function forEachConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  let isBroken = false;
  const one = async () => {
    for (let next = waiting.next(); !next.done && !isBroken; next = waiting.next()) {
      await work(next.value).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, one));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}
