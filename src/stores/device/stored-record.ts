/** One record on the device, its files beside it and written once. Older versions are read, newer ones left alone. */
import { type FitFile, fitForm, isRecord } from '../../domain/application/fit-form.ts';
import type { FormState } from '../../domain/application/form.ts';
import { isInstant } from '../../domain/input/date.ts';
import { copyForm, filesOf, fitStoredFile, type LostFile, packForm, storedFilesOf, unpackForm } from './form-values.ts';
import type { DeviceStorage } from './storage.ts';

/** How long a record is kept after its last change. */
export const DRAFT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** When a record that was changed then expires; ISO 8601 in and out. */
export function expiryOf(changedAt: string): string {
  return new Date(Date.parse(changedAt) + DRAFT_LIFE_MS).toISOString();
}

export type StoredObject = Record<string, unknown>;

export interface Versions {
  current: number;
  /** Entry n migrates a record of version n to version n + 1. */
  migrations: Record<number, (record: StoredObject) => StoredObject>;
}

export interface Dated {
  /** ISO 8601, UTC. */
  changedAt: string;
}

export type StoredRecord<Content> = Content & {
  version: number;
  /** The tab that wrote it last; absent in older records of the account. */
  writer?: string;
};

export interface RecordKind<Content extends Dated> {
  key: string;
  filePrefix: string;
  versions: Versions;
  /** Properties that hold form values with files. */
  forms: readonly (keyof Content & string)[];
  /** Which values are files in its forms, besides those that the record names. */
  fitFile?: FitFile;
  /**
   * Reads all of a record of the current version but its forms and `changedAt`. What does not fit is empty, or named in
   * `dropped` where the applicant misses it. Null for a record that can't be read at all.
   */
  fit: (record: StoredObject) => { content: Omit<Content, 'changedAt'>; dropped: string[] } | null;
}

type NotRead = { state: 'none' } | { state: 'newer' } | { state: 'unreadable' };

export type LoadedRecord<Content> =
  | NotRead
  /** `lost`: files whose content is gone. `dropped`: form paths of answers that can't be read. */
  | { state: 'read'; content: Content; lost: LostFile[]; dropped: string[] };

export interface StoreOutcome {
  /** False when another tab has written since, or `mayStore` refused; the record is unchanged. */
  stored: boolean;
  /** Form paths of files that the device refused. */
  unsaved: string[];
}

/** @param writer names this tab */
export function createRecord<Content extends Dated>(storage: DeviceStorage, kind: RecordKind<Content>, writer: string) {
  const keys = new WeakMap<Blob, string>();
  const written = new Set<string>();
  let lastSeen: string | undefined = writer;

  const keyOf = (blob: Blob) => {
    const key = keys.get(blob) ?? kind.filePrefix + crypto.randomUUID();
    keys.set(blob, key);
    return key;
  };
  const formsOf = (content: Content) => kind.forms.map((name) => content[name] as FormState);
  const mapForms = (content: Content, map: (form: FormState) => FormState): Content => ({
    ...content,
    ...Object.fromEntries(kind.forms.map((name) => [name, map(content[name] as FormState)])),
  });
  const packed = (content: Content): StoredRecord<Content> => ({
    ...mapForms(content, (form) => packForm(form, (file) => keyOf(file.blob))),
    version: kind.versions.current,
    writer,
  });

  /** A tab may replace its own record, and the one that it read last. */
  function mayReplace(stored: unknown): boolean {
    const read = readStored(stored, kind);
    if (read.state === 'newer') return false;
    return read.state !== 'read' || read.record.writer === writer || read.record.writer === lastSeen;
  }

  /** Reads the record; deletes an expired one. @param owned no other tab writes: files it does not name are deleted */
  async function load(now: number, owned: boolean): Promise<LoadedRecord<Content>> {
    const read = readStored(await storage.get(kind.key), kind);
    if (read.state === 'newer' || read.state === 'unreadable') return { state: read.state };
    if (read.state === 'none' || now - Date.parse(read.record.changedAt) > DRAFT_LIFE_MS) {
      if (owned || read.state === 'read') await clear();
      return { state: 'none' };
    }
    const { version, writer: wroteIt, ...rest } = read.record;
    const content = rest as unknown as Content;
    lastSeen = wroteIt;
    const files = formsOf(content).flatMap(storedFilesOf);
    const blobs = new Map<string, Blob>();
    for (const { fileKey } of files) {
      const blob = await readBlob(storage, fileKey);
      if (!blob) continue;
      blobs.set(fileKey, blob);
      keys.set(blob, fileKey);
      written.add(fileKey);
    }
    if (owned) await removeFiles(new Set(files.map(({ fileKey }) => fileKey)));
    return {
      state: 'read',
      content: mapForms(content, (form) => copyForm(unpackForm(form, blobs))),
      lost: files.filter(({ fileKey }) => !blobs.has(fileKey)).map(({ path, name }) => ({ path, name })),
      dropped: read.dropped,
    };
  }

  /** Writes new files and the record, deletes files it no longer names. @throws what the device refuses with */
  async function store(content: Content, mayStore: () => boolean): Promise<StoreOutcome> {
    const files = formsOf(content).flatMap(filesOf);
    const unsaved: string[] = [];
    for (const { path, file } of files) {
      const key = keyOf(file.blob);
      if (written.has(key)) continue;
      try {
        await writeBlob(storage, key, file.blob);
        written.add(key);
      } catch {
        unsaved.push(path);
      }
    }
    const stored = await storage.set(kind.key, packed(content), (before) => mayStore() && mayReplace(before));
    const named = new Set(files.map(({ file }) => keyOf(file.blob)));
    if (stored && [...written].some((key) => !named.has(key))) await removeFiles(named);
    return { stored, unsaved };
  }

  /** For a page that is being left, in one transaction; its outcome is not seen. */
  async function storeLast(content: Content): Promise<void> {
    const files = formsOf(content).flatMap(filesOf);
    const entries = files.map(({ file }): [string, Blob] => [keyOf(file.blob), file.blob]);
    await storage.setLast([...entries.filter(([key]) => !written.has(key)), [kind.key, packed(content)]]);
  }

  /** Allows this tab to replace another tab's record; files are written again, since that tab may have deleted them. */
  async function takeOver(): Promise<void> {
    const read = readStored(await storage.get(kind.key), kind);
    if (read.state === 'read') lastSeen = read.record.writer;
    written.clear();
  }

  async function clear(): Promise<void> {
    await storage.delete(kind.key);
    await removeFiles(new Set());
  }

  async function removeFiles(except: ReadonlySet<string>): Promise<void> {
    for (const key of await storage.keys()) {
      if (!key.startsWith(kind.filePrefix) || except.has(key)) continue;
      await storage.delete(key);
      written.delete(key);
    }
  }

  return { load, store, storeLast, takeOver, clear };
}

export type DeviceRecord<Content extends Dated> = ReturnType<typeof createRecord<Content>>;

type ReadStored<Content> = NotRead | { state: 'read'; record: StoredRecord<Content>; dropped: string[] };

/**
 * A record as it was stored, by this version or an older one, in the shape of this one; its files are still names. It may
 * have been edited on the device, or come from another one.
 */
export function readStored<Content extends Dated>(stored: unknown, kind: RecordKind<Content>): ReadStored<Content> {
  const { current, migrations } = kind.versions;
  if (stored === undefined || stored === null) return { state: 'none' };
  if (!isRecord(stored) || !Number.isSafeInteger(stored.version)) return { state: 'unreadable' };
  const from = Number(stored.version);
  if (from > current) return { state: 'newer' };
  let record = stored;
  for (let version = from; version < current; version += 1) {
    const migrate = migrations[version];
    if (!migrate) return { state: 'unreadable' };
    record = { ...migrate(record), version: version + 1 };
  }
  return fitRecord(record, kind);
}

const MAX_WRITER = 100;

function fitRecord<Content extends Dated>(record: StoredObject, kind: RecordKind<Content>): ReadStored<Content> {
  const { changedAt, version, writer } = record;
  const fitted = kind.fit(record);
  if (!fitted || !isInstant(changedAt) || !kind.forms.every((name) => isRecord(record[name])))
    return { state: 'unreadable' };
  const fitFile: FitFile = (value) => fitStoredFile(value) ?? kind.fitFile?.(value);
  const forms = kind.forms.map((name) => ({ name, ...fitForm(record[name], fitFile) }));
  const fit = {
    ...fitted.content,
    ...Object.fromEntries(forms.map(({ name, form }) => [name, form])),
    changedAt,
    version,
    ...(typeof writer === 'string' && writer.length <= MAX_WRITER && { writer }),
  };
  const dropped = [...fitted.dropped, ...forms.flatMap((form) => form.dropped)];
  return { state: 'read', record: fit as unknown as StoredRecord<Content>, dropped };
}

interface StoredBytes {
  bytes: ArrayBuffer;
  type: string;
}

/** Stores bytes where blobs are refused: Safari's private windows answer "Error preparing Blob/File data". */
async function writeBlob(storage: DeviceStorage, key: string, blob: Blob): Promise<void> {
  try {
    await storage.set(key, blob);
  } catch {
    await storage.set(key, { bytes: await blob.arrayBuffer(), type: blob.type } satisfies StoredBytes);
  }
}

/** Null when the file is gone. */
export async function readBlob(storage: DeviceStorage, key: string): Promise<Blob | null> {
  const stored = await storage.get(key).catch(() => null);
  if (stored instanceof Blob) return stored;
  if (!isRecord(stored) || !(stored.bytes instanceof ArrayBuffer) || typeof stored.type !== 'string') return null;
  return new Blob([stored.bytes], { type: stored.type });
}
