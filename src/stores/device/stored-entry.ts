/** One record on the device with its files, each stored once under its own key. Records of newer versions stay unchanged. */
import { type FitFile, fitForm, isPlainObject } from '../../domain/application/fit-form.ts';
import type { FormState } from '../../domain/application/form.ts';
import { DAY_MS, isInstant } from '../../domain/input/date.ts';
import {
  type ChosenFile,
  chosenFilesOf,
  copyForm,
  type FormFile,
  fitStoredFile,
  type LostFile,
  packForm,
  storedFilesOf,
  unpackForm,
} from './form-values.ts';
import type { DeviceStorage } from './storage.ts';

export const DRAFT_LIFE_MS = 30 * DAY_MS;

/** When a draft expires, counted from its last change; ISO 8601 in and out. */
export function draftExpiry({ changedAt }: WithChangeTime): string {
  return new Date(Date.parse(changedAt) + DRAFT_LIFE_MS).toISOString();
}

export type StoredObject = Record<string, unknown>;

export interface WithChangeTime {
  /** ISO 8601, UTC. */
  changedAt: string;
}

export interface EntryKind<Content extends WithChangeTime> {
  key: string;
  filePrefix: string;
  /** Counts from 1; a new format adds one, and a migration from the version before. */
  version: number;
  forms: readonly (keyof Content & string)[];
  /** Recognizes files in its forms, besides those that the record names. */
  fitFile?: FitFile;
  /** Reads everything but forms and `changedAt`; invalid values become empty or `dropped`. Null for an unreadable record. */
  fit: (record: StoredObject) => { content: Omit<Content, 'changedAt'>; dropped: string[] } | null;
  /** When the record is deleted; ISO 8601. */
  expiryOf: (content: Content) => string;
}

type Unreadable = { state: 'none' } | { state: 'newer' } | { state: 'unreadable' };

export type LoadedEntry<Content> =
  | Unreadable
  /** `lost`: files whose content is gone. `dropped`: form paths of answers that can't be read. */
  | { state: 'read'; content: Content; lost: LostFile[]; dropped: string[] };

export class DeviceEntry<Content extends WithChangeTime> {
  readonly #storage: DeviceStorage;
  readonly #kind: EntryKind<Content>;
  /** The id of this tab. */
  readonly #writer: string;
  #lastWriter: string | undefined;
  readonly #keys = new WeakMap<Blob, string>();
  /** Keys of files that this tab has written or read. */
  readonly #written = new Set<string>();

  constructor(storage: DeviceStorage, kind: EntryKind<Content>, writer: string) {
    this.#storage = storage;
    this.#kind = kind;
    this.#writer = writer;
    this.#lastWriter = writer;
  }

  /** Reads the record; deletes an expired one. @param isOwner no other tab writes: files it does not name are deleted */
  async load(now: number, isOwner: () => boolean): Promise<LoadedEntry<Content>> {
    const kind = this.#kind;
    const read = readStored(await this.#storage.get(kind.key), kind);
    if (read.state === 'newer' || read.state === 'unreadable') return { state: read.state };
    if (read.state === 'none' || now > Date.parse(kind.expiryOf(read.content))) {
      if (isOwner() || read.state === 'read') await this.clear();
      return { state: 'none' };
    }
    this.#lastWriter = read.writer;
    const files = formsOf(kind, read.content).flatMap(storedFilesOf);
    const blobs = await this.#readFiles(files.map(({ file }) => file.fileKey));
    if (isOwner()) await this.#removeFilesExcept(new Set(files.map(({ file }) => file.fileKey)), isOwner);
    return {
      state: 'read',
      content: mapForms(kind, read.content, (form) => copyForm(unpackForm(form, blobs))),
      lost: files.filter(({ file }) => !blobs.has(file.fileKey)).map(({ path, file: { name } }) => ({ path, name })),
      dropped: read.dropped,
    };
  }

  /**
   * Writes new files and the record, deletes unnamed files. @returns `stored`: false when another tab has written since, or
   * `mayStore` refused; `unsaved`: form paths of files that the device refused @throws the device's error
   */
  async store(content: Content, mayStore: () => boolean): Promise<{ stored: boolean; unsaved: string[] }> {
    const files = formsOf(this.#kind, content).flatMap(chosenFilesOf);
    const unsaved = await this.#writeFiles(files);
    const allowed = (before: unknown) => mayStore() && this.#mayReplace(before);
    const stored = await this.#storage.set(this.#kind.key, this.#packed(content), allowed);
    const named = new Set(files.map(({ file }) => this.#keyOf(file)));
    if (stored && [...this.#written].some((key) => !named.has(key))) await this.#removeFilesExcept(named, mayStore);
    return { stored, unsaved };
  }

  /** For a page that is being left, in one transaction; the result is unknown. */
  async storeOnLeave(content: Content): Promise<void> {
    const files = formsOf(this.#kind, content).flatMap(chosenFilesOf);
    const entries = files.map(({ file }): [string, unknown] => [this.#keyOf(file), file.blob]);
    const unwritten = entries.filter(([key]) => !this.#written.has(key));
    await this.#storage.setOnLeave([...unwritten, [this.#kind.key, this.#packed(content)]]);
  }

  /** Allows this tab to replace another tab's record; rewrites files, since that tab may have deleted them. */
  async takeOver(): Promise<void> {
    const read = readStored(await this.#storage.get(this.#kind.key), this.#kind);
    if (read.state === 'read') this.#lastWriter = read.writer;
    this.#written.clear();
  }

  /** True if no other tab has written since, and also if the device does not answer. */
  async isCurrent(): Promise<boolean> {
    return this.#mayReplace(await this.#storage.get(this.#kind.key).catch(() => null));
  }

  async clear(mayDelete = () => true): Promise<void> {
    await this.#storage.delete(this.#kind.key);
    await this.#removeFilesExcept(new Set(), mayDelete);
  }

  #packed(content: Content): Content & { version: number; writer: string } {
    const forms = mapForms(this.#kind, content, (form) => packForm(form, (file) => this.#keyOf(file)));
    return { ...forms, version: this.#kind.version, writer: this.#writer };
  }

  /** True for this tab's own record, and for the one that it read last. */
  #mayReplace(before: unknown): boolean {
    const read = readStored(before, this.#kind);
    if (read.state === 'newer') return false;
    return read.state !== 'read' || read.writer === this.#writer || read.writer === this.#lastWriter;
  }

  #keyOf({ blob }: ChosenFile): string {
    const key = this.#keys.get(blob) ?? this.#kind.filePrefix + crypto.randomUUID();
    this.#keys.set(blob, key);
    return key;
  }

  /** @returns the files' contents by key, without missing ones */
  async #readFiles(fileKeys: readonly string[]): Promise<Map<string, Blob>> {
    const blobs = new Map<string, Blob>();
    for (const key of fileKeys) {
      const blob = await readBlob(this.#storage, key);
      if (!blob) continue;
      blobs.set(key, blob);
      this.#keys.set(blob, key);
      this.#written.add(key);
    }
    return blobs;
  }

  /** Writes new files. @returns form paths of the files that the device refused */
  async #writeFiles(files: readonly FormFile<ChosenFile>[]): Promise<string[]> {
    const unsaved: string[] = [];
    for (const { path, file } of files) {
      const key = this.#keyOf(file);
      if (this.#written.has(key)) continue;
      try {
        await writeBlob(this.#storage, key, file.blob);
        this.#written.add(key);
      } catch {
        unsaved.push(path);
      }
    }
    return unsaved;
  }

  async #removeFilesExcept(named: ReadonlySet<string>, mayDelete = () => true): Promise<void> {
    for (const key of await this.#storage.keys()) {
      if (!key.startsWith(this.#kind.filePrefix) || named.has(key) || !mayDelete()) continue;
      await this.#storage.delete(key);
      this.#written.delete(key);
    }
  }
}

/** Stores the bytes where blobs are refused: in Safari's private windows they fail with "Error preparing Blob/File data". */
async function writeBlob(storage: DeviceStorage, key: string, blob: Blob): Promise<void> {
  try {
    await storage.set(key, blob);
  } catch {
    await storage.set(key, { bytes: await blob.arrayBuffer(), type: blob.type });
  }
}

/** A stored file. @returns null if there is none, and if the device can't read its bytes any more */
export async function readBlob(storage: DeviceStorage, key: string): Promise<Blob | null> {
  const stored = await storage.get(key).catch(() => null);
  if (stored instanceof Blob) return (await isReadable(stored)) ? stored : null;
  if (!isPlainObject(stored) || !(stored.bytes instanceof ArrayBuffer) || typeof stored.type !== 'string') return null;
  return new Blob([stored.bytes], { type: stored.type });
}

/** False where the browser has lost the bytes of a blob that it still lists. */
async function isReadable(blob: Blob): Promise<boolean> {
  const first = await blob
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => null);
  return first?.byteLength === 1;
}

const formsOf = <Content extends WithChangeTime>(kind: EntryKind<Content>, content: Content) =>
  kind.forms.map((name) => content[name] as FormState);

function mapForms<Content extends WithChangeTime>(
  kind: EntryKind<Content>,
  content: Content,
  map: (form: FormState) => FormState,
): Content {
  const forms = kind.forms.map((name) => [name, map(content[name] as FormState)]);
  return { ...content, ...Object.fromEntries(forms) };
}

type ReadStored<Content> =
  | Unreadable
  /** `writer`: the tab that wrote it last. */
  | { state: 'read'; content: Content; writer: string | undefined; dropped: string[] };

const MAX_WRITER = 100;

/**
 * Reads a stored record, with files as names. It may have been edited or come from another device: what does not fit is dropped.
 */
export function readStored<Content extends WithChangeTime>(
  stored: unknown,
  kind: EntryKind<Content>,
): ReadStored<Content> {
  if (stored === undefined || stored === null) return { state: 'none' };
  if (!isPlainObject(stored) || !Number.isSafeInteger(stored.version)) return { state: 'unreadable' };
  if (Number(stored.version) > kind.version) return { state: 'newer' };
  const { changedAt, version, writer } = stored;
  const fitted = version === kind.version ? kind.fit(stored) : null;
  if (!fitted || !isInstant(changedAt) || !kind.forms.every((name) => isPlainObject(stored[name])))
    return { state: 'unreadable' };
  const fitFile: FitFile = (value) => fitStoredFile(value) ?? kind.fitFile?.(value);
  const forms = kind.forms.map((name) => ({ name, ...fitForm(stored[name], fitFile) }));
  const fit = {
    ...fitted.content,
    ...Object.fromEntries(forms.map(({ name, form }) => [name, form])),
    changedAt,
  };
  return {
    state: 'read',
    content: fit as unknown as Content,
    writer: typeof writer === 'string' && writer.length <= MAX_WRITER ? writer : undefined,
    dropped: [...fitted.dropped, ...forms.flatMap((form) => form.dropped)],
  };
}
