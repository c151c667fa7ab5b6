/**
 * One file on the device. Rule: where a browser keeps no blobs, the bytes are kept instead; Safari's private windows answer
 * "Error preparing Blob/File data" and keep everything else.
 */
import type { DraftStorage } from '../device/storage.ts';

interface KeptBytes {
  bytes: ArrayBuffer;
  /** Media type. */
  type: string;
}

/**
 * Stores a file's content.
 * @throws whatever the device refuses bytes with
 */
export async function keepFile(storage: DraftStorage, key: string, blob: Blob): Promise<void> {
  try {
    await storage.set(key, blob);
  } catch {
    await storage.set(key, { bytes: await blob.arrayBuffer(), type: blob.type } satisfies KeptBytes);
  }
}

/** A file's content; null when it is gone. */
export async function readKeptFile(storage: DraftStorage, key: string): Promise<Blob | null> {
  const kept = await storage.get(key).catch(() => null);
  if (kept instanceof Blob) return kept;
  return isBytes(kept) ? new Blob([kept.bytes], { type: kept.type }) : null;
}

function isBytes(kept: unknown): kept is KeptBytes {
  if (typeof kept !== 'object' || kept === null) return false;
  const { bytes, type } = kept as Partial<KeptBytes>;
  return bytes instanceof ArrayBuffer && typeof type === 'string';
}
