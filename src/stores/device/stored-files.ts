/** The files of a record on the device: each is written once, under its own key beside the record. */
import { isRecord } from '../../domain/application/fit-form.ts';
import type { ChosenFile } from './form-values.ts';
import type { DeviceStorage } from './storage.ts';

interface StoredBytes {
  bytes: ArrayBuffer;
  type: string;
}

export function createStoredFiles(storage: DeviceStorage, prefix: string) {
  const keys = new WeakMap<Blob, string>();
  const written = new Set<string>();

  const keyOf = ({ blob }: ChosenFile): string => {
    const key = keys.get(blob) ?? prefix + crypto.randomUUID();
    keys.set(blob, key);
    return key;
  };

  return {
    keyOf,

    isWritten: (key: string) => written.has(key),

    /** Reads files. @returns their contents by key, without missing ones */
    async read(fileKeys: readonly string[]): Promise<Map<string, Blob>> {
      const blobs = new Map<string, Blob>();
      for (const key of fileKeys) {
        const blob = await readBlob(storage, key);
        if (!blob) continue;
        blobs.set(key, blob);
        keys.set(blob, key);
        written.add(key);
      }
      return blobs;
    },

    /** Writes new files. @returns form paths of the files that the device refused */
    async write(files: readonly { path: string; file: ChosenFile }[]): Promise<string[]> {
      const unsaved: string[] = [];
      for (const { path, file } of files) {
        const key = keyOf(file);
        if (written.has(key)) continue;
        try {
          await writeBlob(storage, key, file.blob);
          written.add(key);
        } catch {
          unsaved.push(path);
        }
      }
      return unsaved;
    },

    async removeExcept(named: ReadonlySet<string>): Promise<void> {
      for (const key of await storage.keys()) {
        if (!key.startsWith(prefix) || named.has(key)) continue;
        await storage.delete(key);
        written.delete(key);
      }
    },

    /** Whether this tab has written or read a file that is not among these. */
    hasOthers: (named: ReadonlySet<string>) => [...written].some((key) => !named.has(key)),

    /** Another tab may have deleted files: all are written again. */
    forgetWritten: () => written.clear(),
  };
}

/** Stores bytes where blobs are refused: Safari's private windows fail with "Error preparing Blob/File data". */
async function writeBlob(storage: DeviceStorage, key: string, blob: Blob): Promise<void> {
  try {
    await storage.set(key, blob);
  } catch {
    await storage.set(key, { bytes: await blob.arrayBuffer(), type: blob.type } satisfies StoredBytes);
  }
}

export async function readBlob(storage: DeviceStorage, key: string): Promise<Blob | null> {
  const stored = await storage.get(key).catch(() => null);
  if (stored instanceof Blob) return stored;
  if (!isRecord(stored) || !(stored.bytes instanceof ArrayBuffer) || typeof stored.type !== 'string') return null;
  return new Blob([stored.bytes], { type: stored.type });
}
