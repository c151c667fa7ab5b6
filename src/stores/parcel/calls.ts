/** Calls of parcels: sealed bytes in both directions (docs/api.md, "Parcels"). Throws nothing. */
import { ENDPOINTS, endpointPath } from '../../domain/api/endpoints.ts';
import { ACCESS_HEADER, LIFETIME_HEADER, SECONDS_LEFT_HEADER } from '../../domain/api/parcels.ts';
import { codeOfStatus } from '../../domain/api/status-codes.ts';
import { type ApiError, type ResponseOptions, send } from '../api/request.ts';
import { type SendOptions, sendBody } from '../api/upload.ts';
import { download } from './download.ts';
import type { ParcelKeys } from './sealing.ts';

export type ParcelResult<Value> =
  /** `revision` on the host; `secondsLeft` until the parcel expires, by the host's clock. */
  { ok: true; value: Value; revision: number; secondsLeft: number } | { ok: false; error: ApiError };

/** The target of a call: a blob, or the index if `blob` is null. */
export interface ParcelTarget {
  keys: ParcelKeys;
  blob: string | null;
}

/** Parcels are optional for a host. */
const CALL: ResponseOptions = { codeOf: (status) => codeOfStatus(status, { mayBeAbsent: true }) };

const pathOf = ({ keys: { id }, blob }: ParcelTarget) =>
  blob === null ? endpointPath('getParcel', { id }) : endpointPath('getBlob', { id, blob });

/** Writes sealed bytes. @param from replaced revision; 0 creates @param lifetime seconds, for the index of a new parcel */
export async function put(
  target: ParcelTarget,
  from: number,
  sealed: Uint8Array<ArrayBuffer>,
  { lifetime, ...options }: SendOptions & { lifetime?: number | undefined } = {},
): Promise<ParcelResult<null>> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Content-Type': 'application/octet-stream',
    [ACCESS_HEADER]: target.keys.access,
    ...(from === 0 ? { 'If-None-Match': '*' } : { 'If-Match': `"${from}"` }),
    ...(from === 0 && lifetime !== undefined && { [LIFETIME_HEADER]: String(lifetime) }),
  };
  const response = await sendBody(ENDPOINTS.putBlob.method, pathOf(target), headers, sealed, {
    ...options,
    responseOptions: CALL,
  });
  if (!response.ok) return { ok: false, error: response.error };
  const { revision, seconds_left: secondsLeft } = (response.body ?? {}) as {
    revision?: unknown;
    seconds_left?: unknown;
  };
  // The bytes were written; a read returns the revision.
  if (!isCount(revision) || !isCount(secondsLeft)) return { ok: false, error: { code: 'no_answer' } };
  return { ok: true, value: null, revision, secondsLeft };
}

/** Reads sealed bytes. `unreadable` if the response has no revision. */
export async function get(
  target: ParcelTarget,
  options: SendOptions = {},
): Promise<ParcelResult<Uint8Array<ArrayBuffer>>> {
  const headers = { [ACCESS_HEADER]: target.keys.access };
  const response = await download(pathOf(target), headers, { ...options, responseOptions: CALL });
  if (!response.ok) return response;
  // Compression on the way makes an ETag weak (RFC 9110, 8.8.1); the seal protects the bytes.
  const revision = Number(/^(?:W\/)?"(\d{1,15})"$/.exec(response.headers.get('ETag') ?? '')?.[1] ?? Number.NaN);
  const secondsLeft = Number(response.headers.get(SECONDS_LEFT_HEADER) ?? Number.NaN);
  if (!isCount(revision) || !isCount(secondsLeft)) return { ok: false, error: { code: 'unreadable' } };
  return { ok: true, value: response.bytes, revision, secondsLeft };
}

/** Deletes a blob, or the parcel with all blobs. @param keepalive for a call that outlives the page */
export async function remove(target: ParcelTarget, keepalive = false): Promise<ParcelResult<null>> {
  const headers = { Accept: 'application/json', [ACCESS_HEADER]: target.keys.access };
  const response = await send(pathOf(target), { method: ENDPOINTS.deleteBlob.method, headers, keepalive }, CALL);
  return response.ok ? { ok: true, value: null, revision: 0, secondsLeft: 0 } : { ok: false, error: response.error };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
