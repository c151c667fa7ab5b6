/** One record on the device with its files. Older versions are migrated, newer ones left unchanged. */
import { type FitFile, fitForm, isRecord } from '../../domain/application/fit-form.ts';
import type { FormState } from '../../domain/application/form.ts';
import { isInstant } from '../../domain/input/date.ts';
import {
  chosenFilesOf,
  copyForm,
  fitStoredFile,
  type LostFile,
  packForm,
  storedFilesOf,
  unpackForm,
} from './form-values.ts';
import type { DeviceStorage } from './storage.ts';
import { createStoredFiles } from './stored-files.ts';

export const DRAFT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** When a record expires by its last change; ISO 8601 in and out. */
export function expiryOf(changedAt: string): string {
  return new Date(Date.parse(changedAt) + DRAFT_LIFE_MS).toISOString();
}

export type StoredObject = Record<string, unknown>;

export interface Versions {
  current: number;
  /** Entry n migrates a record of version n to version n + 1. */
  migrations: Record<number, (record: StoredObject) => StoredObject>;
}

export interface WithChangeTime {
  /** ISO 8601, UTC. */
  changedAt: string;
}

export type StoredRecord<Content> = Content & {
  version: number;
  /** The tab that wrote it last; absent in older records of the account. */
  writer?: string;
};

export interface RecordKind<Content extends WithChangeTime> {
  key: string;
  filePrefix: string;
  versions: Versions;
  forms: readonly (keyof Content & string)[];
  /** Recognizes files in its forms, besides those that the record names. */
  fitFile?: FitFile;
  /** Reads all but forms and `changedAt`; invalid values become empty or `dropped`. Null for an unreadable record. */
  fit: (record: StoredObject) => { content: Omit<Content, 'changedAt'>; dropped: string[] } | null;
}

type Unreadable = { state: 'none' } | { state: 'newer' } | { state: 'unreadable' };

export type LoadedRecord<Content> =
  | Unreadable
  /** `lost`: files whose content is gone. `dropped`: form paths of answers that can't be read. */
  | { state: 'read'; content: Content; lost: LostFile[]; dropped: string[] };

export function createRecord<Content extends WithChangeTime>(
  storage: DeviceStorage,
  kind: RecordKind<Content>,
  writer: string,
) {
  const fileStore = createStoredFiles(storage, kind.filePrefix);
  let lastWriter: string | undefined = writer;

  const packed = (content: Content): StoredRecord<Content> => ({
    ...mapForms(kind, content, (form) => packForm(form, fileStore.keyOf)),
    version: kind.versions.current,
    writer,
  });

  /** A tab may replace its own record, and the one that it read last. */
  function mayReplace(before: unknown): boolean {
    const read = readStored(before, kind);
    if (read.state === 'newer') return false;
    return read.state !== 'read' || read.record.writer === writer || read.record.writer === lastWriter;
  }

  async function clear(): Promise<void> {
    await storage.delete(kind.key);
    await fileStore.removeExcept(new Set());
  }

  return {
    /** Reads the record; deletes an expired one. @param owned no other tab writes: files it does not name are deleted */
    async load(now: number, owned: boolean): Promise<LoadedRecord<Content>> {
      const read = readStored(await storage.get(kind.key), kind);
      if (read.state === 'newer' || read.state === 'unreadable') return { state: read.state };
      if (read.state === 'none' || now - Date.parse(read.record.changedAt) > DRAFT_LIFE_MS) {
        if (owned || read.state === 'read') await clear();
        return { state: 'none' };
      }
      lastWriter = read.record.writer;
      const content = contentOf(read.record);
      const files = formsOf(kind, content).flatMap(storedFilesOf);
      const named = files.map(({ file }) => file.fileKey);
      const blobs = await fileStore.read(named);
      if (owned) await fileStore.removeExcept(new Set(named));
      return {
        state: 'read',
        content: mapForms(kind, content, (form) => copyForm(unpackForm(form, blobs))),
        lost: files.filter(({ file }) => !blobs.has(file.fileKey)).map(({ path, file: { name } }) => ({ path, name })),
        dropped: read.dropped,
      };
    },

    /**
     * Writes new files and the record, deletes unnamed files. @returns `stored`: false when another tab has written since, or
     * `mayStore` refused; `unsaved`: form paths of files that the device refused @throws the device's error
     */
    async store(content: Content, mayStore: () => boolean): Promise<{ stored: boolean; unsaved: string[] }> {
      const files = formsOf(kind, content).flatMap(chosenFilesOf);
      const unsaved = await fileStore.write(files);
      const isStored = await storage.set(kind.key, packed(content), (before) => mayStore() && mayReplace(before));
      const named = new Set(files.map(({ file }) => fileStore.keyOf(file)));
      if (isStored && fileStore.hasOthers(named)) await fileStore.removeExcept(named);
      return { stored: isStored, unsaved };
    },

    /** For a page that is being left, in one transaction; the result is unknown. */
    async storeOnLeave(content: Content): Promise<void> {
      const files = formsOf(kind, content).flatMap(chosenFilesOf);
      const entries = files.map(({ file }): [string, Blob] => [fileStore.keyOf(file), file.blob]);
      await storage.setOnLeave([...entries.filter(([key]) => !fileStore.isWritten(key)), [kind.key, packed(content)]]);
    },

    /** Allows this tab to replace another tab's record; rewrites files, since that tab may have deleted them. */
    async takeOver(): Promise<void> {
      const read = readStored(await storage.get(kind.key), kind);
      if (read.state === 'read') lastWriter = read.record.writer;
      fileStore.forgetWritten();
    },

    clear,
  };
}

const formsOf = <Content extends WithChangeTime>(kind: RecordKind<Content>, content: Content) =>
  kind.forms.map((name) => content[name] as FormState);

function mapForms<Content extends WithChangeTime>(
  kind: RecordKind<Content>,
  content: Content,
  map: (form: FormState) => FormState,
): Content {
  const forms = kind.forms.map((name) => [name, map(content[name] as FormState)]);
  return { ...content, ...Object.fromEntries(forms) };
}

function contentOf<Content extends WithChangeTime>({ version, writer, ...content }: StoredRecord<Content>): Content {
  return content as unknown as Content;
}

export type DeviceRecord<Content extends WithChangeTime> = ReturnType<typeof createRecord<Content>>;

type ReadStored<Content> = Unreadable | { state: 'read'; record: StoredRecord<Content>; dropped: string[] };

/** Converts a stored record of any version to this one, files as names. It may be edited or from another device. */
export function readStored<Content extends WithChangeTime>(
  stored: unknown,
  kind: RecordKind<Content>,
): ReadStored<Content> {
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

function fitRecord<Content extends WithChangeTime>(
  record: StoredObject,
  kind: RecordKind<Content>,
): ReadStored<Content> {
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
