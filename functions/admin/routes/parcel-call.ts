import {
  ACCESS_HEADER,
  ACCESS_KEY,
  LIFETIME_HEADER,
  LIFETIMES,
  MIN_WRITE_BYTES,
  PARCEL_ID,
  SECONDS_LEFT_HEADER,
  sizeClassOf,
} from '../../../src/domain/api/parcels.ts';
import type { HeldBody } from '../body/held.ts';
import { readWhole, requireMediaType } from '../body/limits.ts';
import { clientNetwork } from '../runtime/client-network.ts';
import { Failure, PRIVATE, retryAfter } from '../runtime/failure.ts';
import { keyedHash, sha256 } from '../secrets/keys.ts';
import type { ParcelAccess, ParcelRow, Spending } from '../store/parcels.ts';
import { type Call, json } from './call.ts';

/** The same refusal for unknown, expired, deleted and wrong key, so that it does not reveal which parcels exist. */
export const parcelGone = () => new Failure('parcel_gone', 'no parcel with this id and key');
export const parcelChanged = () => new Failure('parcel_changed', 'another revision is stored');
export const malformed = (what: string) => new Failure('malformed', what);

/** The parcel id and access key. @throws Failure `parcel_gone` for malformed ones */
export function accessOf({ request, params, now }: Call): ParcelAccess {
  const key = request.headers.get(ACCESS_HEADER) ?? '';
  const { id = '' } = params;
  if (!ACCESS_KEY.test(key) || !PARCEL_ID.test(id)) throw parcelGone();
  return { id, accessHash: sha256(key), now };
}

/**
 * The revision that a write starts from; null for none (RFC 9110 §13.1). @throws Failure `malformed` unless exactly one is
 * given
 */
export function baseRevisionOf({ headers }: Request): number | null {
  const match = headers.get('If-Match');
  const none = headers.get('If-None-Match');
  if (match === null && none === '*') return null;
  const revision = /^"(\d{1,9})"$/.exec(match ?? '')?.[1];
  if (revision === undefined || none !== null) throw malformed('a write needs If-Match or If-None-Match: *');
  return Number(revision);
}

/** Lifetime of a new parcel in milliseconds. @throws Failure `malformed` for an unknown one */
export function lifetimeOf({ headers }: Request): number {
  const seconds = Object.values(LIFETIMES).find((known) => String(known) === headers.get(LIFETIME_HEADER));
  if (seconds === undefined) throw malformed(`a new parcel needs ${LIFETIME_HEADER}`);
  return seconds * 1000;
}

/** The whole body. @param limit bytes @throws Failure `unsupported_media`, `too_large`, or `malformed` for an empty body */
export async function readOctets(request: Request, limit: number, held?: HeldBody): Promise<Uint8Array> {
  requireMediaType(request, 'application/octet-stream');
  const bytes = await readWhole(request, limit, held);
  if (bytes.byteLength === 0) throw malformed('the body is empty');
  return bytes;
}

/** A write of `bytes`, counted against the allowance of the client's network. */
export function spendingOf({ env, now, request }: Call, bytes: number): Spending {
  const network = keyedHash(env, 'network', clientNetwork(request));
  return { network, now, sizeClass: sizeClassOf(bytes), bytes: Math.max(bytes, MIN_WRITE_BYTES) };
}

const HOUR_MS = 60 * 60 * 1000;

/** `allowance_used`, with the time until the next hour (UTC). */
export function allowanceUsed({ now }: Call): Failure {
  const left = HOUR_MS - (now % HOUR_MS);
  return new Failure('allowance_used', "the network's hourly allowance is used up", { headers: retryAfter(left) });
}

const secondsLeft = ({ expires_at }: Pick<ParcelRow, 'expires_at'>, now: number) =>
  Math.max(0, Math.ceil((expires_at - now) / 1000));

export function writtenResponse({ now }: Call, parcel: ParcelRow, revision: number): Response {
  return json({ revision, seconds_left: secondsLeft(parcel, now) });
}

export function sealedResponse({ now }: Call, parcel: ParcelRow, revision: number, body: BodyInit): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'application/octet-stream',
      ETag: `"${revision}"`,
      [SECONDS_LEFT_HEADER]: String(secondsLeft(parcel, now)),
      ...PRIVATE,
    },
  });
}
