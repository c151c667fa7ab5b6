/** Calls of parcels: sealed bytes in both directions (docs/api.md, "Parcels"). */
import { ENDPOINTS, endpointPath } from '../../domain/api/endpoints.ts';
import { ACCESS_HEADER, LIFETIME_HEADER, SECONDS_LEFT_HEADER } from '../../domain/api/parcels.ts';
import { codeOfStatus } from '../../domain/api/status-codes.ts';
import { type ApiError, type ResponseOptions, send } from '../api/request.ts';
import { type Exchanged, type ExchangeOptions, exchange, readExchanged } from '../api/upload.ts';
import type { ParcelKeys } from './sealing.ts';

/** Thrown by every call that fails, and for content that can't be used. */
export class LinkError extends Error {
  constructor(readonly error: ApiError) {
    super(error.code);
  }
}

/** @throws what is thrown, unless it is a {@link LinkError} */
export function linkErrorOf(thrown: unknown): ApiError {
  if (thrown instanceof LinkError) return thrown.error;
  throw thrown;
}

/** What the host has. */
interface Stored {
  /** It grows with each write. */
  revision: number;
  /** Until the parcel expires, by the host's clock. */
  secondsLeft: number;
}

/** The target of a call: a blob, or the index if `blob` is null. */
interface ParcelTarget {
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
  // The bytes were written; a read returns the revision.
  return stored(revision, secondsLeft, 'no_answer');
}

/** Reads sealed bytes. `unreadable` if the response has no revision. */
export async function get(
  target: ParcelTarget,
  options?: ExchangeOptions,
): Promise<Stored & { bytes: Uint8Array<ArrayBuffer> }> {
  const { headers, bytes } = await call('getBlob', target, {}, null, options);
  // Compression on the way makes an ETag weak (RFC 9110, 8.8.1); the seal protects the bytes.
  const revision = /^(?:W\/)?"(\d{1,15})"$/.exec(headers.get('ETag') ?? '')?.[1];
  return { ...stored(Number(revision), Number(headers.get(SECONDS_LEFT_HEADER) ?? Number.NaN), 'unreadable'), bytes };
}

/** Deletes a blob, or the parcel with all blobs; one that is gone counts as deleted. @param keepalive the call outlives the page */
export async function remove(target: ParcelTarget, keepalive = false): Promise<void> {
  const headers = { Accept: 'application/json', [ACCESS_HEADER]: target.keys.access };
  const response = await send(pathOf(target), { method: ENDPOINTS.deleteBlob.method, headers, keepalive }, CALL);
  if (!response.ok && response.error.code !== 'parcel_gone') throw new LinkError(response.error);
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
  if (typeof exchanged === 'string') throw new LinkError({ code: exchanged });
  const response = readExchanged(exchanged, CALL);
  if (!response.ok) throw new LinkError(response.error);
  return { ...exchanged, body: response.body };
}

function stored(revision: unknown, secondsLeft: unknown, failure: ApiError['code']): Stored {
  if (!isCount(revision) || !isCount(secondsLeft)) throw new LinkError({ code: failure });
  return { revision, secondsLeft };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
