/**
 * Unsaved changes to an application that was sent, on the device's IndexedDB, one record for each applicant. Rule: only
 * what was changed is kept, never a password, and nobody but the applicant it belongs to is shown it.
 */
import type { FormState } from '../../domain/application/form.ts';
import { DRAFT_LIFE_MS } from '../application/draft-record.ts';
import { keepFile, readKeptFile } from '../application/kept-file.ts';
import { copyForm, filesOf, isChosenFile, keptFilesOf, packForm, unpackForm } from '../device/form-values.ts';
import type { DraftStorage } from '../device/storage.ts';
import { CHANGES_PREFIX, CHANGES_FILE_PREFIX as FILE_PREFIX, hasSignedOut, keepAgain } from './unsent.ts';

const VERSION = 1;

export interface KeptChanges {
  /** The version of the application that they start from. */
  base: number;
  /** The changed fields, whole; files with their content. */
  mine: FormState;
  /** ISO 8601, UTC. */
  changedAt: string;
}

interface StoredChanges extends KeptChanges {
  version: number;
}

/** @param now milliseconds since the epoch */
export function createChangesVault(storage: DraftStorage, now: () => number) {
  const keys = new WeakMap<Blob, string>();
  const written = new Set<string>();

  const keyOf = (id: string, blob: Blob) => {
    const key = keys.get(blob) ?? `${FILE_PREFIX}${id}:${crypto.randomUUID()}`;
    keys.set(blob, key);
    return key;
  };

  /** What this applicant left; null for nothing. What is too old, or can't be read, is removed. */
  async function load(id: string): Promise<KeptChanges | null> {
    keepAgain(id);
    const stored = await storage.get(CHANGES_PREFIX + id);
    if (stored === undefined || stored === null) return null;
    if (!isStored(stored) || now() - Date.parse(stored.changedAt) > DRAFT_LIFE_MS) {
      await clear(id);
      return null;
    }
    const blobs = new Map<string, Blob>();
    for (const { fileKey } of keptFilesOf(stored.mine)) {
      const blob = await readKeptFile(storage, fileKey);
      if (!blob) continue;
      blobs.set(fileKey, blob);
      keys.set(blob, fileKey);
      written.add(fileKey);
    }
    const mine = copyForm(unpackForm(stored.mine, blobs));
    // A file whose content is gone is no wish to remove the one that was sent.
    for (const [name, value] of Object.entries(stored.mine)) {
      if (isLostFile(value) && !isChosenFile(mine[name])) delete mine[name];
    }
    return { base: stored.base, mine, changedAt: stored.changedAt };
  }

  /**
   * Keeps changes: their new files first, then the record, then what is no longer named goes.
   * @throws whatever the device refuses with
   */
  async function store(id: string, { base, mine, changedAt }: KeptChanges): Promise<void> {
    const named = new Set<string>();
    for (const { file } of filesOf(mine)) {
      const key = keyOf(id, file.blob);
      named.add(key);
      if (written.has(key)) continue;
      await keepFile(storage, key, file.blob);
      written.add(key);
    }
    // Signed out, perhaps while the files were written.
    if (hasSignedOut(id)) return removeFiles(id, new Set());
    const packed = packForm(copyForm(mine), (file) => keyOf(id, file.blob));
    await storage.set(CHANGES_PREFIX + id, { version: VERSION, base, mine: packed, changedAt } satisfies StoredChanges);
    await removeFiles(id, named);
  }

  /** Removes what this applicant left. */
  async function clear(id: string): Promise<void> {
    await storage.delete(CHANGES_PREFIX + id);
    await removeFiles(id, new Set());
  }

  async function removeFiles(id: string, except: ReadonlySet<string>): Promise<void> {
    for (const key of await storage.keys()) {
      if (!key.startsWith(`${FILE_PREFIX}${id}:`) || except.has(key)) continue;
      await storage.delete(key);
      written.delete(key);
    }
  }

  return { load, store, clear };
}

export type ChangesVault = ReturnType<typeof createChangesVault>;

function isStored(value: unknown): value is StoredChanges {
  if (typeof value !== 'object' || value === null) return false;
  const { version, base, mine, changedAt } = value as Partial<StoredChanges>;
  return (
    version === VERSION &&
    typeof base === 'number' &&
    typeof mine === 'object' &&
    mine !== null &&
    !Number.isNaN(Date.parse(changedAt ?? ''))
  );
}

function isLostFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'fileKey' in value;
}
