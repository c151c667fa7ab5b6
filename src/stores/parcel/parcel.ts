/** A parcel in plain text; sealing.ts encrypts it. Throws nothing: failures carry the codes of docs/api.md and of devices. */

import { parseJson } from '../../domain/api/json.ts';
import { LIFETIMES, type ParcelKind } from '../../domain/api/parcels.ts';
import { type ParcelIndex, readIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { SendOptions } from '../api/upload.ts';
import { ports } from '../browser/ports.ts';
import { get, type ParcelResult, remove } from './calls.ts';
import { write } from './sealed-write.ts';
import { newSecret, type ParcelKeys, parcelKeys, unseal } from './sealing.ts';

export type { ParcelResult } from './calls.ts';
export type IndexOf<Kind extends ParcelKind> = Extract<ParcelIndex, { kind: Kind }>;

export interface ParcelHandle<Kind extends ParcelKind> {
  /** Only in the fragment of the link (link.ts). */
  secret: string;
  keys: ParcelKeys;
  /** When it expires, ISO 8601: the host's seconds on this device's clock. Null before the host has responded. */
  endsAt(): string | null;
  /** Reads the index. `parcel_altered` if it can't be decrypted or is older than a known one, `unreadable` for another kind or version. */
  readIndex(): Promise<ParcelResult<IndexOf<Kind>>>;
  /** Replaces the last index that was read or written; `parcel_changed` when another device wrote since: read it again. */
  writeIndex(index: IndexOf<Kind>): Promise<ParcelResult<null>>;
  /** `parcel_altered` if it can't be decrypted, or is not of the revision in the index. */
  readBlob(name: string, revision: number, options?: SendOptions): Promise<ParcelResult<ArrayBuffer>>;
  /** Writes a blob; the returned revision belongs into the index. @param from replaced revision; 0 creates */
  writeBlob(name: string, from: number, bytes: BufferSource, options?: SendOptions): Promise<ParcelResult<null>>;
  deleteBlob(name: string): Promise<ParcelResult<null>>;
  /** Deletes it with all blobs. @param options.keepalive while the page is being closed */
  deleteParcel(options?: { keepalive?: boolean }): Promise<ParcelResult<null>>;
}

/** Creates a secret, and a parcel with this index that lives as long as its kind does. */
export async function createParcel<Kind extends ParcelKind>(
  kind: Kind,
  index: IndexOf<Kind>,
): Promise<{ ok: true; parcel: ParcelHandle<Kind> } | { ok: false; error: ApiError }> {
  const parcel = await openParcel(kind, newSecret());
  // A new secret is always valid.
  if (!parcel) return { ok: false, error: { code: 'internal' } };
  const result = await parcel.writeIndex(index);
  return result.ok ? { ok: true, parcel } : result;
}

/** Sends no request yet. @param secret of the link (`takeSecret`) @returns null if it is invalid, as in a truncated link */
export async function openParcel<Kind extends ParcelKind>(
  kind: Kind,
  secret: string,
): Promise<ParcelHandle<Kind> | null> {
  const keys = await parcelKeys(secret);
  if (!keys) return null;
  const at = async (name: string) => ({ keys, blob: await keys.blobId(name) });
  return {
    secret,
    keys,
    ...indexOf(kind, keys),
    readBlob: async (name, revision, options) => opened(keys, { name, revision }, await get(await at(name), options)),
    writeBlob: async (name, from, bytes, options) => write({ ...(await at(name)), name, from, bytes }, options),
    deleteBlob: async (name) => remove(await at(name)),
    deleteParcel: ({ keepalive } = {}) => remove({ keys, blob: null }, keepalive),
  };
}

/** The index, with the last one seen: a host can't go back behind it, nor return another with the same revision. */
function indexOf<Kind extends ParcelKind>(
  kind: Kind,
  keys: ParcelKeys,
): Pick<ParcelHandle<Kind>, 'endsAt' | 'readIndex' | 'writeIndex'> {
  const target = { keys, blob: null };
  let last = { revision: 0, text: '' };
  let end: string | null = null;
  const takeEnd = (secondsLeft: number) => {
    end = new Date(ports.now() + secondsLeft * 1000).toISOString();
  };
  return {
    endsAt: () => end,
    async readIndex() {
      const before = last;
      const got = await get(target);
      if (!got.ok) return got;
      const { revision } = got;
      const bytes = await opened(keys, { name: '', revision }, got);
      if (!bytes.ok) return bytes;
      const text = new TextDecoder().decode(bytes.value);
      if (revision < before.revision || (revision === before.revision && text !== before.text)) return ALTERED;
      // Not a replay: something newer was read or written while this response was on its way.
      if (revision < last.revision) return this.readIndex();
      last = { revision, text };
      takeEnd(got.secondsLeft);
      const value = readIndex(kind, parseJson(text));
      return value ? { ...got, value } : { ok: false, error: { code: 'unreadable' } };
    },
    async writeIndex(index) {
      const text = JSON.stringify(index);
      const from = last.revision;
      const lifetime = from === 0 ? { lifetime: LIFETIMES[kind] } : {};
      const result = await write({ ...target, name: '', from, bytes: new TextEncoder().encode(text) }, lifetime);
      if (result.ok) takeEnd(result.secondsLeft);
      if (result.ok && result.revision > last.revision) last = { revision: result.revision, text };
      return result;
    },
  };
}

const ALTERED = { ok: false, error: { code: 'parcel_altered' } } as const satisfies ParcelResult<never>;

async function opened(
  keys: ParcelKeys,
  place: { name: string; revision: number },
  got: ParcelResult<Uint8Array<ArrayBuffer>>,
): Promise<ParcelResult<ArrayBuffer>> {
  if (!got.ok) return got;
  const value = got.revision === place.revision ? await unseal(keys, place, got.value) : null;
  return value ? { ...got, value } : ALTERED;
}
