/**
 * Reads and writes one draft. Files lie beside the record and are written once, so that typing never moves megabytes; a
 * file that the device can't keep does not keep the rest from being saved.
 */

import { copyForm, filesOf, keptFilesOf, type LostFile, packForm, unpackForm } from '../device/form-values.ts';
import type { DraftStorage } from '../device/storage.ts';
import {
  DRAFT_KEY,
  type DraftRecord,
  FILE_PREFIX,
  isExpired,
  readDraftRecord,
  VERSIONS,
  type Versions,
} from './draft-record.ts';
import { keepFile, readKeptFile } from './kept-file.ts';

/** What a draft holds, with its files in it. */
export type DraftContent = Omit<DraftRecord, 'version' | 'writer'>;

export type LoadedDraft =
  | { state: 'none' }
  | { state: 'newer' }
  | { state: 'unreadable' }
  /** `lost`: files whose content is gone. */
  | { state: 'read'; content: DraftContent; lost: LostFile[] };

export interface StoredDraft {
  /** False when another tab has written since: nothing was stored. */
  stored: boolean;
  /** Paths of files that the device could not keep. */
  unkept: string[];
}

/** @param writer the name of this tab among those that may write */
export function createVault(storage: DraftStorage, writer: string, versions: Versions = VERSIONS) {
  const keys = new WeakMap<Blob, string>();
  const kept = new Set<string>();
  let lastSeen = writer;

  const keyOf = (blob: Blob) => {
    const key = keys.get(blob) ?? FILE_PREFIX + crypto.randomUUID();
    keys.set(blob, key);
    return key;
  };

  /** The record may be replaced by the tab that wrote it, and by the one that read it last. */
  const mayReplace = (stored: unknown) => {
    const read = readDraftRecord(stored, versions);
    if (read.state === 'newer') return false;
    return read.state !== 'read' || read.record.writer === writer || read.record.writer === lastSeen;
  };

  const filesIn = ({ step1Data, step2Data }: DraftContent) => [step1Data, step2Data].flatMap(filesOf);

  function recordOf(content: DraftContent): DraftRecord {
    const pack = (form: DraftContent['step1Data']) => packForm(form, (file) => keyOf(file.blob));
    return {
      ...content,
      step1Data: pack(content.step1Data),
      step2Data: pack(content.step2Data),
      version: versions.current,
      writer,
    };
  }

  /**
   * Reads the draft; an expired one is deleted.
   * @param owned this tab may write: files that belong to no draft are deleted
   */
  async function load(now: Date, owned: boolean): Promise<LoadedDraft> {
    const read = readDraftRecord(await storage.get(DRAFT_KEY), versions);
    if (read.state === 'newer' || read.state === 'unreadable') return { state: read.state };
    if (read.state === 'none' || isExpired(read.record, now)) {
      if (owned || read.state === 'read') await clear();
      return { state: 'none' };
    }
    const { version, writer: wroteIt, ...packed } = read.record;
    lastSeen = wroteIt;
    const files = [packed.step1Data, packed.step2Data].flatMap(keptFilesOf);
    const blobs = new Map<string, Blob>();
    for (const { fileKey } of files) {
      const blob = await readKeptFile(storage, fileKey);
      if (!blob) continue;
      blobs.set(fileKey, blob);
      keys.set(blob, fileKey);
      kept.add(fileKey);
    }
    if (owned) await removeFiles(new Set(files.map(({ fileKey }) => fileKey)));
    return {
      state: 'read',
      content: {
        ...packed,
        step1Data: copyForm(unpackForm(packed.step1Data, blobs)),
        step2Data: copyForm(unpackForm(packed.step2Data, blobs)),
      },
      lost: files.filter(({ fileKey }) => !blobs.has(fileKey)).map(({ path, name }) => ({ path, name })),
    };
  }

  /**
   * Writes the draft: new files, then the record, then removes files that it no longer names.
   * @throws whatever the device refuses the record with
   */
  async function store(content: DraftContent): Promise<StoredDraft> {
    const files = filesIn(content);
    const unkept: string[] = [];
    for (const { path, file } of files) {
      const key = keyOf(file.blob);
      if (kept.has(key)) continue;
      try {
        await keepFile(storage, key, file.blob);
        kept.add(key);
      } catch {
        // The path tells the applicant; the rest of the draft is saved all the same.
        unkept.push(path);
      }
    }
    const stored = await storage.set(DRAFT_KEY, recordOf(content), mayReplace);
    const named = new Set(files.map(({ file }) => keyOf(file.blob)));
    if (stored && [...kept].some((key) => !named.has(key))) await removeFiles(named);
    return { stored, unkept };
  }

  /** Writes the draft from a page that is being left: no time to see what becomes of it. */
  async function storeLast(content: DraftContent): Promise<void> {
    const files = filesIn(content).map(({ file }): [string, Blob] => [keyOf(file.blob), file.blob]);
    const unwritten = files.filter(([key]) => !kept.has(key));
    await storage.setLast([...unwritten, [DRAFT_KEY, recordOf(content)]]);
  }

  /** Removes the draft and all files. */
  async function clear(): Promise<void> {
    await storage.delete(DRAFT_KEY);
    await removeFiles(new Set());
  }

  async function removeFiles(except: ReadonlySet<string>): Promise<void> {
    for (const key of await storage.keys()) {
      if (!key.startsWith(FILE_PREFIX) || except.has(key)) continue;
      await storage.delete(key);
      kept.delete(key);
    }
  }

  return { load, store, storeLast, clear };
}

export type DraftVault = ReturnType<typeof createVault>;
