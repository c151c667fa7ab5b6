/** What calls to parcels have in common: their headers, their refusals, the bytes of a body. */
import {
  ACCESS_HEADER,
  ACCESS_KEY,
  DAILY,
  LEFT_HEADER,
  LIFETIME_HEADER,
  LIFETIMES,
  PARCEL_ID,
} from '../../../src/domain/api/parcels.ts';
import { networkOf } from '../../../src/domain/security/network.ts';
import type { HeldBody } from '../body/held.ts';
import { readWhole } from '../body/limits.ts';
import { Failure, PRIVATE } from '../runtime/failure.ts';
import { keyedHash, sha256 } from '../secrets/keys.ts';
import { dayOf, type ParcelAccess, type ParcelRow, spendAllowance } from '../store/parcels.ts';
import { answer, type Call } from './call.ts';

/** One answer for unknown, expired, deleted, and for every wrong key: nobody learns which parcels there are. */
export const gone = () => new Failure('parcel_gone', 'there is no such parcel for this key');
export const changed = () => new Failure('parcel_changed', 'another revision is stored');
export const malformed = (what: string) => new Failure('malformed', what);

/** Which parcel, by which key. @throws Failure `parcel_gone` without a key or an id that could be one */
export function accessOf({ request, params, now }: Call): ParcelAccess {
  const key = request.headers.get(ACCESS_HEADER) ?? '';
  const { id = '' } = params;
  if (!ACCESS_KEY.test(key) || !PARCEL_ID.test(id)) throw gone();
  return { id, accessHash: sha256(key), now };
}

/** The revision that a write starts from; null for none (RFC 9110, 13.1). @throws Failure `malformed` unless exactly one is said */
export function startOf({ headers }: Request): number | null {
  const match = headers.get('If-Match');
  const none = headers.get('If-None-Match');
  if (match === null && none === '*') return null;
  const revision = /^"(\d{1,9})"$/.exec(match ?? '')?.[1];
  if (revision === undefined || none !== null) throw malformed('a write needs If-Match or If-None-Match: *');
  return Number(revision);
}

/** Milliseconds that a new parcel lives. @throws Failure `malformed` for any but the known ones */
export function lifetimeOf({ headers }: Request): number {
  const seconds = Object.values(LIFETIMES).find((known) => String(known) === headers.get(LIFETIME_HEADER));
  if (seconds === undefined) throw malformed(`a new parcel needs ${LIFETIME_HEADER}`);
  return seconds * 1000;
}

/** The whole body. @param limit bytes @throws Failure `unsupported_media`, `too_large`, or `malformed` for an empty one */
export async function readOctets(request: Request, limit: number, held?: HeldBody): Promise<Uint8Array> {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/octet-stream')
    throw new Failure('unsupported_media', 'the body must be application/octet-stream');
  const bytes = await readWhole(request, limit, held);
  if (bytes.byteLength === 0) throw malformed('the body is empty');
  return bytes;
}

/** Counts what comes from the caller's network. @throws Failure `allowance_used` with the time until the next day (UTC) */
export async function spend(call: Call, { parcels = 0, bytes }: { parcels?: number; bytes: number }): Promise<void> {
  const { env, now, request } = call;
  const network = keyedHash(env, 'network', networkOf(request.headers.get('X-Client-Address') ?? ''));
  if (await spendAllowance(env.DB, { network, now, parcels, bytes }, DAILY)) return;
  const tomorrow = Date.parse(dayOf(now)) + 24 * 60 * 60 * 1000;
  throw new Failure('allowance_used', 'this network has used up its day', {
    headers: { 'Retry-After': String(Math.ceil((tomorrow - now) / 1000)) },
  });
}

const secondsLeft = ({ expires_at }: Pick<ParcelRow, 'expires_at'>, now: number) =>
  Math.max(0, Math.ceil((expires_at - now) / 1000));

export function written({ now }: Call, parcel: ParcelRow, revision: number): Response {
  return answer({ revision, seconds_left: secondsLeft(parcel, now) });
}

/** Sealed bytes, for nobody but the page that asks. */
export function sealedAnswer({ now }: Call, parcel: ParcelRow, revision: number, body: BodyInit): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'application/octet-stream',
      ETag: `"${revision}"`,
      [LEFT_HEADER]: String(secondsLeft(parcel, now)),
      ...PRIVATE,
    },
  });
}
