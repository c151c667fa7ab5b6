/**
 * A parcel in plain text; sealing.ts encrypts it. Blobs are never replaced: each upload has its own id. Methods throw {@link
 * LinkRefusal}.
 */
import { ENDPOINTS, endpointPath } from '../../domain/api/endpoints.ts';
import { parseJson } from '../../domain/api/json.ts';
import {
  ACCESS_HEADER,
  LIFETIME_HEADER,
  LIFETIMES,
  type ParcelKind,
  SECONDS_LEFT_HEADER,
} from '../../domain/api/parcels.ts';
import { codeOfStatus } from '../../domain/api/status-codes.ts';
import {
  ANSWERS_PATH,
  type EndedIndex,
  type IndexOf,
  type LinkEnd,
  type PackedFile,
  readIndex,
} from '../../domain/parcel/contents.ts';
import { type CallRefusal, type ResponseOptions, send } from '../api/request.ts';
import { type Exchanged, type ExchangeOptions, exchange, readExchanged } from '../api/upload.ts';
import { ports } from '../browser/ports.ts';
import type { ChosenFile, FormFile } from '../device/form-values.ts';
import { type ParcelKeys, sealing } from './sealing.ts';

/** Thrown by every call that fails, and for content that can't be used. */
export class LinkRefusal extends Error {
  readonly refusal: CallRefusal;
  constructor(refusal: CallRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** @throws the value itself, unless it is a {@link LinkRefusal} */
export function linkRefusalOf(thrown: unknown): CallRefusal {
  if (thrown instanceof LinkRefusal) return thrown.refusal;
  throw thrown;
}

/** What the host says about stored bytes. */
interface Stored {
  /** Increases with each write. */
  revision: number;
  /** Seconds until the parcel expires, by the host's clock. */
  secondsLeft: number;
}

/** The target of a call: a blob, or the index if `blob` is null. */
interface ParcelTarget {
  keys: ParcelKeys;
  blob: string | null;
}

/** Parcels are optional. */
const CALL: ResponseOptions = { codeOf: (status) => codeOfStatus(status, { mayBeAbsent: true }) };

const pathOf = ({ keys: { id }, blob }: ParcelTarget) =>
  blob === null ? endpointPath('getParcel', { id }) : endpointPath('getBlob', { id, blob });

/** Writes sealed bytes. @param from replaced revision; 0 creates @param lifetime seconds, for the index of a new parcel */
async function put(
  target: ParcelTarget,
  from: number,
  sealed: Uint8Array<ArrayBuffer>,
  { lifetime, ...options }: ExchangeOptions & { lifetime?: number } = {},
): Promise<Stored> {
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/octet-stream',
    ...(from === 0 ? { 'If-None-Match': '*' } : { 'If-Match': `"${from}"` }),
    ...(lifetime !== undefined && { [LIFETIME_HEADER]: String(lifetime) }),
  };
  const { body } = await call('putBlob', target, headers, sealed, options);
  const { revision, seconds_left: secondsLeft } = (body ?? {}) as Record<string, unknown>;
  // The bytes were written; reading them returns the revision.
  return stored(revision, secondsLeft, 'no_answer');
}

/** Reads sealed bytes. `unreadable` if the response has no revision. */
async function get(
  target: ParcelTarget,
  options?: ExchangeOptions,
): Promise<Stored & { bytes: Uint8Array<ArrayBuffer> }> {
  const { headers, bytes } = await call('getBlob', target, {}, null, options);
  // A proxy that compresses makes the ETag weak (RFC 9110, 8.8.1); the seal protects the bytes.
  const revision = /^(?:W\/)?"(\d{1,15})"$/.exec(headers.get('ETag') ?? '')?.[1];
  return { ...stored(Number(revision), Number(headers.get(SECONDS_LEFT_HEADER) ?? Number.NaN), 'unreadable'), bytes };
}

/**
 * Deletes a blob, or the parcel with all blobs; one that is already gone counts as deleted.
 * @param keepalive the call outlives the page
 */
async function remove(target: ParcelTarget, keepalive = false): Promise<void> {
  const headers = { Accept: 'application/json', [ACCESS_HEADER]: target.keys.access };
  const response = await send(pathOf(target), { method: ENDPOINTS.deleteBlob.method, headers, keepalive }, CALL);
  if (!response.ok && response.refusal.code !== 'parcel_gone') throw new LinkRefusal(response.refusal);
}

async function call(
  id: 'putBlob' | 'getBlob',
  target: ParcelTarget,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | null,
  options?: ExchangeOptions,
): Promise<Exchanged & { body: unknown }> {
  const all = { ...headers, [ACCESS_HEADER]: target.keys.access };
  const exchanged = await exchange(ENDPOINTS[id].method, pathOf(target), all, body, options);
  if (typeof exchanged === 'string') throw new LinkRefusal({ code: exchanged });
  const response = readExchanged(exchanged, CALL);
  if (!response.ok) throw new LinkRefusal(response.refusal);
  return { ...exchanged, body: response.body };
}

function stored(revision: unknown, secondsLeft: unknown, code: CallRefusal['code']): Stored {
  if (!isCount(revision) || !isCount(secondsLeft)) throw new LinkRefusal({ code });
  return { revision, secondsLeft };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

interface Transfer {
  signal?: AbortSignal | undefined;
  onPercent?: (percent: number) => void;
}

/** Answers as a file of a parcel. @param text JSON */
export function parcelFile(text: string): FormFile<ChosenFile> {
  const blob = new Blob([text]);
  return { path: ANSWERS_PATH, file: { name: '', type: null, size: blob.size, blob } };
}

/** Another device wrote meanwhile, or it is unknown whether this one did: the current index shows which. */
const REPEATED: readonly string[] = ['parcel_changed', 'no_answer', 'internal', 'host_unreachable', 'host_timeout'];
const MAX_TRIES = 5;

type Current<Kind extends ParcelKind> = IndexOf<Kind> | EndedIndex;
const idsOf = <Kind extends ParcelKind>(index: Current<Kind>) =>
  index.state === 'ended' ? index.blobs : index.files.map(({ id }) => id);

export class Parcel<Kind extends ParcelKind> {
  readonly secret: string;
  /** When it expires, ISO 8601: the host's seconds on this device's clock. Null before the host has responded. */
  endsAt: string | null = null;
  readonly #kind: Kind;
  readonly #keys: ParcelKeys;
  /** The last index seen: the host must not return an older one, nor another one with the same revision. */
  #last = { revision: 0, text: '' };
  /** The ids of blobs that this device sends: a repeated attempt sends only what is missing. */
  readonly #sent = new Map<Blob, { id: string; hasArrived: boolean }>();
  readonly #received = new Map<string, Blob>();

  private constructor(kind: Kind, secret: string, keys: ParcelKeys) {
    this.#kind = kind;
    this.secret = secret;
    this.#keys = keys;
  }

  /** Sends no request yet. @param secret of the link @returns null if it is invalid, as in a truncated link */
  static async open<Kind extends ParcelKind>(kind: Kind, secret: string): Promise<Parcel<Kind> | null> {
    const keys = await sealing.keysOf(secret);
    return keys && new Parcel(kind, secret, keys);
  }

  /** Creates a secret, and a parcel with this index that lives as long as its kind does. */
  static async create<Kind extends ParcelKind>(kind: Kind, index: IndexOf<Kind>): Promise<Parcel<Kind>> {
    const secret = sealing.newSecret();
    const parcel = await Parcel.open(kind, secret);
    if (!parcel) throw new Error('a new secret is invalid');
    await parcel.#writeIndex(index, 0);
    return parcel;
  }

  /** The host's id of the parcel, which does not reveal the secret. */
  get id(): string {
    return this.#keys.id;
  }

  /**
   * Reads the index. `parcel_altered` if it can't be decrypted or is older than a known one, `unreadable` for another kind or
   * version.
   */
  async read(): Promise<{ value: Current<Kind>; revision: number }> {
    const before = this.#last;
    const { bytes, revision, secondsLeft } = await get({ keys: this.#keys, blob: null });
    const text = new TextDecoder().decode(await this.#unseal(indexAt(revision), bytes));
    if (revision < before.revision || (revision === before.revision && text !== before.text)) throw altered();
    // No replay: something newer was read or written while this response was on its way.
    if (revision < this.#last.revision) return this.read();
    // Another device has deleted the blobs that the index no longer lists.
    for (const [blob, { id }] of this.#sent)
      if (this.#last.text.includes(id) && !text.includes(id)) this.#sent.delete(blob);
    this.#last = { revision, text };
    this.#setEnd(secondsLeft);
    const value = readIndex(this.#kind, parseJson(text));
    if (!value) throw new LinkRefusal({ code: 'unreadable' });
    return { value, revision };
  }

  /**
   * Changes the index, and repeats that when another device writes meanwhile; an ended one stays.
   * @param change idempotent; null for no change
   */
  update(change: (current: IndexOf<Kind>) => IndexOf<Kind> | null): Promise<Current<Kind>> {
    return this.#change((current) => (current.state === 'ended' ? null : change(current)));
  }

  /** Ends the link and deletes all blobs; the first end counts. @param mayEnd returns false to leave it open */
  async end(end: LinkEnd, mayEnd: (current: IndexOf<Kind>) => boolean = () => true): Promise<Current<Kind>> {
    try {
      const last = await this.#change((current) => {
        if (current.state === 'ended' || !mayEnd(current)) return null;
        return { state: 'ended', end, blobs: idsOf(current) };
      });
      if (last.state === 'ended')
        await this.deleteBlobs([...last.blobs, ...[...this.#sent.values()].map(({ id }) => id)]);
      return last;
    } catch (thrown) {
      const { code } = linkRefusalOf(thrown);
      const isUnusable = code === 'parcel_altered' || code === 'unreadable';
      // Otherwise anyone with the link could keep it open with an unreadable index.
      if (end === 'cancelled' && isUnusable) await this.delete();
      else if (code !== 'parcel_gone') throw thrown;
      return { state: 'ended', end, blobs: [] };
    }
  }

  async #change(change: (current: Current<Kind>) => Current<Kind> | null): Promise<Current<Kind>> {
    for (let tries = 1; ; tries++) {
      const { value, revision } = await this.read();
      const next = change(value);
      if (!next) return value;
      try {
        await this.#writeIndex(next, revision);
        // Blobs that can't be deleted now stay sealed until the link ends or expires.
        const unlisted = idsOf(value).filter((id) => !idsOf(next).includes(id));
        this.deleteBlobs([...unlisted, ...this.#forgetUnlisted(next)]).catch(() => undefined);
        return next;
      } catch (thrown) {
        if (tries === MAX_TRIES || !REPEATED.includes(linkRefusalOf(thrown).code)) throw thrown;
      }
    }
  }

  /** Forgets sent blobs that the index does not list, such as those of a failed attempt. @returns their ids */
  #forgetUnlisted(index: Current<Kind>): string[] {
    if (index.state === 'ended') return [];
    const unlisted = [...this.#sent].filter(([, { id }]) => !idsOf(index).includes(id));
    for (const [blob] of unlisted) this.#sent.delete(blob);
    return unlisted.map(([, { id }]) => id);
  }

  async #writeIndex(index: Current<Kind>, from: number): Promise<void> {
    const text = JSON.stringify(index);
    const sealed = await sealing.seal(this.#keys, indexAt(from + 1), new TextEncoder().encode(text));
    const lifetime = from === 0 ? { lifetime: LIFETIMES[this.#kind] } : {};
    const { revision, secondsLeft } = await put({ keys: this.#keys, blob: null }, from, sealed, lifetime);
    if (revision !== from + 1) throw altered();
    this.#setEnd(secondsLeft);
    if (revision > this.#last.revision) this.#last = { revision, text };
  }

  /**
   * Sends the files that are missing. `unreadable` for one that this device can't read.
   * @returns the files as the index lists them
   */
  async upload(files: readonly FormFile<ChosenFile>[], { signal, onPercent }: Transfer = {}): Promise<PackedFile[]> {
    const packed: PackedFile[] = [];
    const progressOf = overall(
      files.map(({ file }) => file),
      onPercent,
    );
    for (const { path, file } of files) {
      const { name, type, size, blob } = file;
      const onProgress = progressOf(size);
      const sending = this.#sent.get(blob) ?? { id: sealing.newSecret(), hasArrived: false };
      this.#sent.set(blob, sending);
      if (!sending.hasArrived) await this.#send(blob, sending.id, { onProgress, signal });
      sending.hasArrived = true;
      packed.push({ path, name, type, size, id: sending.id });
      onProgress(100);
    }
    return packed;
  }

  async #send(blob: Blob, id: string, options: ExchangeOptions): Promise<void> {
    const bytes = await blob.arrayBuffer().catch(() => {
      throw new LinkRefusal({ code: 'unreadable' });
    });
    try {
      await put({ keys: this.#keys, blob: id }, 0, await sealing.seal(this.#keys, id, bytes), options);
    } catch (thrown) {
      // An earlier attempt has arrived; its response was lost.
      if (linkRefusalOf(thrown).code !== 'parcel_changed') throw thrown;
    }
  }

  /** Fetches the files that are missing. `parcel_altered` for one that can't be decrypted. @returns all files by path */
  async download(files: readonly PackedFile[], { signal, onPercent }: Transfer = {}): Promise<Map<string, Blob>> {
    const found = new Map<string, Blob>();
    const progressOf = overall(files, onPercent);
    for (const { path, id, type, size } of files) {
      const onProgress = progressOf(size);
      let blob = this.#received.get(id);
      if (!blob) {
        const { bytes } = await get({ keys: this.#keys, blob: id }, { onProgress, signal });
        blob = new Blob([await this.#unseal(id, bytes)], { type: type ?? '' });
        this.#received.set(id, blob);
      }
      found.set(path, blob);
      onProgress(100);
    }
    return found;
  }

  async deleteBlobs(ids: Iterable<string>): Promise<void> {
    for (const id of new Set(ids)) await remove({ keys: this.#keys, blob: id });
  }

  /** Deletes the parcel with all blobs. @param options.keepalive set while the page is being closed */
  delete({ keepalive }: { keepalive?: boolean } = {}): Promise<void> {
    return remove({ keys: this.#keys, blob: null }, keepalive);
  }

  async #unseal(place: string, sealed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
    const bytes = await sealing.unseal(this.#keys, place, sealed);
    if (!bytes) throw altered();
    return bytes;
  }

  #setEnd(secondsLeft: number): void {
    this.endsAt = new Date(ports.now() + secondsLeft * 1000).toISOString();
  }
}

const indexAt = (revision: number) => `index ${revision}`;
const altered = () => new LinkRefusal({ code: 'parcel_altered' });

/** Combines the progress of several files. @returns starts the next file, by its size, and reports its per cent */
function overall(files: readonly { size: number }[], onPercent: (percent: number) => void = () => undefined) {
  const total = files.reduce((sum, { size }) => sum + size, 0) || 1;
  let done = 0;
  return (size: number) => {
    const before = done;
    done += size;
    return (percent: number) => onPercent(Math.min(100, Math.round((before * 100 + size * percent) / total)));
  };
}
