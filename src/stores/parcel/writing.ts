/** Writes sealed bytes, and finds out whether they arrived when no response came. */
import type { SendOptions } from '../api/upload.ts';
import { type Got, get, put, type Target } from './calls.ts';
import { seal, unseal } from './sealing.ts';

export interface Writing extends Target {
  /** What the seal binds the bytes to; empty for the index. */
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
export async function write(writing: Writing, options: WriteOptions = {}): Promise<Got<null>> {
  const { keys, name, from, bytes } = writing;
  const sealed = await seal(keys, { name, revision: from + 1 }, bytes);
  let answer = await put(writing, from, sealed, options);
  let doubtful = false;
  for (let tries = 0; tries < 2 && !answer.ok && !options.signal?.aborted; tries++) {
    doubtful ||= UNCLEAR.includes(answer.error.code);
    // An aborted call may still arrive, and make the next one fail.
    if (!doubtful || !(isUnclear(answer) || answer.error.code === 'parcel_changed')) return answer;
    const there = await find(writing, options.signal);
    if (there === 'another') return { ok: false, error: { code: 'parcel_changed' } };
    if (there === 'unknown') return answer;
    answer = there === 'before' ? await put(writing, from, sealed, options) : there;
  }
  if (!answer.ok || answer.revision === from + 1) return answer;
  // A deleted name continues its revisions: the bytes are sealed again for the new one.
  if (from === 0) return write({ ...writing, from: answer.revision }, options);
  return { ok: false, error: { code: 'parcel_altered' } };
}

const isUnclear = (answer: Got<unknown>) => !answer.ok && UNCLEAR.includes(answer.error.code);

/** The host's state: this device's bytes, the previous ones, or another device's. */
async function find(
  { keys, blob, name, from, bytes }: Writing,
  signal: AbortSignal | undefined,
): Promise<Got<null> | 'before' | 'another' | 'unknown'> {
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
