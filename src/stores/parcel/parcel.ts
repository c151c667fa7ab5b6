/** A parcel in plain text: its index and its blobs; sealing.ts encrypts them. Every method throws {@link LinkError}. */
import { parseJson } from '../../domain/api/json.ts';
import { LIFETIMES, type ParcelKind } from '../../domain/api/parcels.ts';
import { type PackedFile, type ParcelIndex, readIndex } from '../../domain/parcel/contents.ts';
import type { SendOptions } from '../api/upload.ts';
import { ports } from '../browser/ports.ts';
import type { ChosenFile, FormFile } from '../device/form-values.ts';
import { get, LinkError, linkErrorOf, type ParcelTarget, put, remove, type Stored } from './calls.ts';
import { newSecret, type ParcelKeys, parcelKeys, seal, unseal } from './sealing.ts';

export type IndexOf<Kind extends ParcelKind> = Extract<ParcelIndex, { kind: Kind }>;

/** A blob to send. `revision` is the host's, 0 for none. */
export interface BlobUpload {
  name: string;
  blob: Blob;
  revision: number;
  sent: boolean;
}

export const newUpload = (name: string, blob: Blob): BlobUpload => ({ name, blob, revision: 0, sent: false });

/** Files as an index names them, with the revisions of their uploads; 0 before. */
export const packedFiles = (files: readonly FormFile<ChosenFile>[], uploads: readonly BlobUpload[]): PackedFile[] =>
  files.map(({ path, file: { name, type, size } }) => {
    const revision = uploads.find((upload) => upload.name === path)?.revision ?? 0;
    return { path, name, type, size, revision };
  });

export interface Transfer {
  signal?: AbortSignal;
  onPercent?: (percent: number) => void;
}

export class Parcel<Kind extends ParcelKind> {
  readonly secret: string;
  /** When it expires, ISO 8601: the host's seconds on this device's clock. Null before the host has responded. */
  endsAt: string | null = null;
  readonly #kind: Kind;
  readonly #keys: ParcelKeys;
  /** The last index seen: a host can't go back behind it, nor return another with the same revision. */
  #last = { revision: 0, text: '' };

  private constructor(kind: Kind, secret: string, keys: ParcelKeys) {
    this.#kind = kind;
    this.secret = secret;
    this.#keys = keys;
  }

  /** Sends no request yet. @param secret of the link @returns null if it is invalid, as in a truncated link */
  static async open<Kind extends ParcelKind>(kind: Kind, secret: string): Promise<Parcel<Kind> | null> {
    const keys = await parcelKeys(secret);
    return keys && new Parcel(kind, secret, keys);
  }

  /** Creates a secret, and a parcel with this index that lives as long as its kind does. */
  static async create<Kind extends ParcelKind>(kind: Kind, index: IndexOf<Kind>): Promise<Parcel<Kind>> {
    const secret = newSecret();
    const keys = await parcelKeys(secret);
    if (!keys) throw new Error('a new secret is invalid');
    const parcel = new Parcel(kind, secret, keys);
    await parcel.#writeIndex(index, 0);
    return parcel;
  }

  /** The host's id of the parcel, which does not reveal the secret. */
  get id(): string {
    return this.#keys.id;
  }

  /** The index. `parcel_altered` if it can't be decrypted or is older than a known one, `unreadable` for another kind or version. */
  async read(): Promise<Stored<IndexOf<Kind>>> {
    const before = this.#last;
    const got = await get({ keys: this.#keys, blob: null });
    const { revision, secondsLeft } = got;
    const text = new TextDecoder().decode(await this.#unseal('', revision, got));
    if (revision < before.revision || (revision === before.revision && text !== before.text)) throw altered();
    // Not a replay: something newer was read or written while this response was on its way.
    if (revision < this.#last.revision) return this.read();
    this.#last = { revision, text };
    this.#setEnd(secondsLeft);
    const value = readIndex(this.#kind, parseJson(text));
    if (!value) throw new LinkError({ code: 'unreadable' });
    return { value, revision, secondsLeft };
  }

  /**
   * Reads the index and writes a changed one; again when another device writes meanwhile. @param change returns null to leave
   * it unchanged, also when it is this device's own whose response was lost @returns the current index
   */
  async update(change: (current: IndexOf<Kind>) => IndexOf<Kind> | null): Promise<IndexOf<Kind>> {
    const { value, revision } = await this.read();
    const next = change(value);
    if (!next) return value;
    try {
      await this.#writeIndex(next, revision);
      return next;
    } catch (thrown) {
      if (linkErrorOf(thrown).code !== 'parcel_changed') throw thrown;
      return this.update(change);
    }
  }

  async #writeIndex(index: IndexOf<Kind>, from: number): Promise<void> {
    const text = JSON.stringify(index);
    const lifetime = from === 0 ? { lifetime: LIFETIMES[this.#kind] } : {};
    const target = { keys: this.#keys, blob: null, name: '', from, bytes: new TextEncoder().encode(text) };
    const { revision, secondsLeft } = await write(target, lifetime);
    this.#setEnd(secondsLeft);
    if (revision > this.#last.revision) this.#last = { revision, text };
  }

  /** `parcel_altered` if it can't be decrypted, or is not of the revision in the index. */
  async readBlob(name: string, revision: number, options?: SendOptions): Promise<ArrayBuffer> {
    const got = await get(await this.#at(name), options);
    if (got.revision !== revision) throw altered();
    return this.#unseal(name, revision, got);
  }

  /** Sends the blobs that are missing, and sets their revisions, which belong into the index. Stops when aborted. */
  async upload(uploads: readonly BlobUpload[], { signal, onPercent }: Transfer = {}): Promise<void> {
    const progress = progressOf(
      uploads.map(({ blob }) => blob.size),
      onPercent,
    );
    for (const upload of uploads) {
      if (signal?.aborted) return;
      if (!upload.sent) {
        const { name, blob } = upload;
        const bytes = await blob.arrayBuffer().catch(() => {
          throw new LinkError({ code: 'unreadable' });
        });
        const options = {
          onProgress: (part: number) => progress.report((part / 100) * blob.size),
          ...(signal && { signal }),
        };
        const { revision } = await this.#writeBlob(name, upload.revision, bytes, options);
        Object.assign(upload, { revision, sent: true });
      }
      progress.add(upload.blob.size);
    }
  }

  /** A blob that no index names, of an attempt that was lost, is replaced. */
  async #writeBlob(name: string, from: number, bytes: ArrayBuffer, options: SendOptions): Promise<Stored<null>> {
    const target = { ...(await this.#at(name)), name, bytes };
    try {
      return await write({ ...target, from }, options);
    } catch (thrown) {
      if (linkErrorOf(thrown).code !== 'parcel_changed') throw thrown;
      await remove(target);
      return write({ ...target, from: 0 }, options);
    }
  }

  /** Reads files into `blobs`, except those already there. Stops when aborted. */
  async download(
    files: readonly Omit<PackedFile, 'name'>[],
    blobs: Map<string, Blob>,
    { signal, onPercent }: Transfer = {},
  ): Promise<void> {
    const progress = progressOf(
      files.map(({ size }) => size),
      onPercent,
    );
    for (const { path, revision, type, size } of files) {
      if (signal?.aborted) return;
      if (!blobs.has(path)) {
        const onProgress = (part: number) => progress.report((part / 100) * size);
        const bytes = await this.readBlob(path, revision, { onProgress, ...(signal && { signal }) });
        blobs.set(path, new Blob([bytes], { type: type ?? '' }));
      }
      progress.add(size);
    }
  }

  async deleteBlobs(names: Iterable<string>): Promise<void> {
    for (const name of names) await remove(await this.#at(name));
  }

  /** Deletes it with all blobs. @param options.keepalive while the page is being closed */
  delete({ keepalive }: { keepalive?: boolean } = {}): Promise<void> {
    return remove({ keys: this.#keys, blob: null }, keepalive);
  }

  async #at(name: string): Promise<ParcelTarget> {
    return { keys: this.#keys, blob: await this.#keys.blobId(name) };
  }

  async #unseal(name: string, revision: number, { value }: Stored<Uint8Array<ArrayBuffer>>): Promise<ArrayBuffer> {
    const bytes = await unseal(this.#keys, { name, revision }, value);
    if (!bytes) throw altered();
    return bytes;
  }

  #setEnd(secondsLeft: number): void {
    this.endsAt = new Date(ports.now() + secondsLeft * 1000).toISOString();
  }
}

const altered = () => new LinkError({ code: 'parcel_altered' });

function progressOf(sizes: readonly number[], onPercent: Transfer['onPercent']) {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let done = 0;
  const report = (bytes: number) =>
    onPercent?.(total === 0 ? 0 : Math.min(100, Math.round(((done + bytes) / total) * 100)));
  return {
    report,
    add: (bytes: number) => {
      done += bytes;
      report(0);
    },
  };
}

interface SealedWrite extends ParcelTarget {
  /** The blob's name in the seal's context; empty for the index. */
  name: string;
  /** Replaced revision; 0 creates. */
  from: number;
  bytes: BufferSource;
}

/** Errors after which the bytes may have been written. */
const UNCLEAR: readonly string[] = ['no_answer', 'internal', 'host_unreachable', 'host_timeout'];

/** Seals and writes, and finds out whether the bytes arrived when no response came. `parcel_changed` when another device wrote. */
async function write(request: SealedWrite, options: SendOptions & { lifetime?: number } = {}): Promise<Stored<null>> {
  const { keys, name, from, bytes } = request;
  const sealed = await seal(keys, { name, revision: from + 1 }, bytes);
  let written: Stored<null> | null = null;
  let isDoubtful = false;
  for (let tries = 0; !written; tries++) {
    try {
      written = await put(request, from, sealed, options);
    } catch (thrown) {
      const { code } = linkErrorOf(thrown);
      const isUnclear = UNCLEAR.includes(code);
      isDoubtful ||= isUnclear;
      // An aborted call may still arrive, and make the next one fail.
      if (tries === 2 || options.signal?.aborted || !isDoubtful || !(isUnclear || code === 'parcel_changed'))
        throw thrown;
      written = await findWritten(request, thrown, options.signal);
    }
  }
  if (written.revision === from + 1) return written;
  // A deleted name continues its revisions: the bytes are sealed again for the new one.
  if (from === 0) return write({ ...request, from: written.revision }, options);
  throw altered();
}

/** This device's bytes on the host; null for the previous ones. @throws `parcel_changed` for another's, `failure` if unknown */
async function findWritten(
  { keys, blob, name, from, bytes }: SealedWrite,
  failure: unknown,
  signal: AbortSignal | undefined,
): Promise<Stored<null> | null> {
  const stored = await get({ keys, blob }, signal ? { signal } : {}).catch((thrown) => {
    // Gone, or not there yet: a second attempt shows which.
    if (linkErrorOf(thrown).code === 'parcel_gone' && from === 0) return null;
    throw failure;
  });
  if (!stored || stored.revision === from) return null;
  // The place that a first write was sealed for, whatever the name's revision is.
  const revision = from + 1;
  const isOurs = stored.revision === revision || from === 0;
  const opened = isOurs ? await unseal(keys, { name, revision }, stored.value) : null;
  if (!opened || !isEqual(new Uint8Array(opened), bytesOf(bytes))) throw new LinkError({ code: 'parcel_changed' });
  return { ...stored, value: null };
}

const isEqual = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);

const bytesOf = (source: BufferSource) =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
