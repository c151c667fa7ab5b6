/** Writes sealed bytes, and finds out whether they arrived when no response came. */
import type { SendOptions } from '../api/upload.ts';
import { get, type ParcelResult, type ParcelTarget, put } from './calls.ts';
import { seal, unseal } from './sealing.ts';

export interface WriteRequest extends ParcelTarget {
  /** The blob's name in the seal's context; empty for the index. */
  name: string;
  /** Replaced revision; 0 creates. */
  from: number;
  bytes: BufferSource;
}

export interface WriteOptions extends SendOptions {
  /** Seconds, for a new parcel. */
  lifetime?: number;
}

/** Errors after which the bytes may have been written. */
const UNCLEAR: readonly string[] = ['no_answer', 'internal', 'host_unreachable', 'host_timeout'];

/** Seals and writes. `parcel_changed` when another device wrote since `from`. */
export async function write(request: WriteRequest, options: WriteOptions = {}): Promise<ParcelResult<null>> {
  const { keys, name, from, bytes } = request;
  const sealed = await seal(keys, { name, revision: from + 1 }, bytes);
  let result = await put(request, from, sealed, options);
  let doubtful = false;
  for (let tries = 0; tries < 2 && !result.ok && !options.signal?.aborted; tries++) {
    doubtful ||= UNCLEAR.includes(result.error.code);
    // An aborted call may still arrive, and make the next one fail.
    if (!doubtful || !(isUnclear(result) || result.error.code === 'parcel_changed')) return result;
    const found = await find(request, options.signal);
    if (found === 'another') return { ok: false, error: { code: 'parcel_changed' } };
    if (found === 'unknown') return result;
    result = found === 'before' ? await put(request, from, sealed, options) : found;
  }
  if (!result.ok || result.revision === from + 1) return result;
  // A deleted name continues its revisions: the bytes are sealed again for the new one.
  if (from === 0) return write({ ...request, from: result.revision }, options);
  return { ok: false, error: { code: 'parcel_altered' } };
}

const isUnclear = (result: ParcelResult<unknown>) => !result.ok && UNCLEAR.includes(result.error.code);

/** The host's state: this device's bytes, the previous ones, or another device's. */
async function find(
  { keys, blob, name, from, bytes }: WriteRequest,
  signal: AbortSignal | undefined,
): Promise<ParcelResult<null> | 'before' | 'another' | 'unknown'> {
  const stored = await get({ keys, blob }, signal ? { signal } : {});
  // Gone, or not there yet: a second attempt shows which.
  if (!stored.ok) return stored.error.code === 'parcel_gone' && from === 0 ? 'before' : 'unknown';
  if (stored.revision === from) return 'before';
  // The place that a first write was sealed for, whatever the name's revision is.
  const revision = from + 1;
  const opened =
    stored.revision === revision || from === 0 ? await unseal(keys, { name, revision }, stored.value) : null;
  return opened && equal(opened, bytes) ? { ...stored, value: null } : 'another';
}

function equal(first: BufferSource, second: BufferSource): boolean {
  const [a, b] = [bytesOf(first), bytesOf(second)];
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

const bytesOf = (source: BufferSource) =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
