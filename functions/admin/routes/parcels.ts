/** Sealed parcels and their blobs (docs/api.md, "Parcels"): the host keeps bytes for a short time and cannot read them. */
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import {
  ACCESS_HEADER,
  ACCESS_KEY,
  LIFETIME_HEADER,
  LIFETIMES,
  PARCEL_ID,
  SECONDS_LEFT_HEADER,
} from '../../../src/domain/api/parcels.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { type HeldBody, holdingBody } from '../body/held.ts';
import { bodyTooLarge, readWhole, requireMediaType } from '../body/limits.ts';
import { dropObjects } from '../files/object-store.ts';
import { clientNetwork } from '../runtime/client-network.ts';
import { PRIVATE, retryAfterHeader } from '../runtime/refusals.ts';
import { newKey, sha256 } from '../secrets/keys.ts';
import { StoredFiles } from '../store/files.ts';
import { type ParcelRow, StoredParcel } from '../store/parcels.ts';
import { doneResponse, type Handlers, type HostCall, jsonResponse } from './call.ts';

/** GET /parcels: says that this host keeps parcels. */
const supportsParcels = async () => doneResponse();

/** PUT /parcels/{id}: creates a parcel or replaces its index. */
async function putParcel(call: HostCall): Promise<Response> {
  const { request, now } = call;
  const stored = storedParcel(call);
  const from = baseRevisionOf(request);
  const lifetime = from === null ? lifetimeOf(request) : 0;
  const sealed = await readOctets(request, CALLS.putParcel.body.limit);
  const parcel = await (from === null ? stored.insert(sealed, now + lifetime) : stored.replaceIndex(sealed, from));
  if (parcel) return writtenResponse(call, parcel, parcel.revision);
  throw (await stored.find()) ? parcelChanged() : parcelGone();
}

async function getParcel(call: HostCall): Promise<Response> {
  const parcel = await storedParcel(call).findIndex();
  if (!parcel) throw parcelGone();
  return sealedResponse(call, parcel, parcel.revision, new Uint8Array(parcel.sealed_index));
}

/** DELETE /parcels/{id}: deletes the parcel and all its blobs. */
async function deleteParcel(call: HostCall): Promise<Response> {
  const objects = await storedParcel(call).delete();
  if (!objects) throw parcelGone();
  await dropObjects(call.env, objects);
  return doneResponse();
}

/** @throws Refusal `parcel_gone` */
async function findParcel(call: HostCall): Promise<{ stored: StoredParcel; parcel: ParcelRow }> {
  const stored = storedParcel(call);
  const parcel = await stored.find();
  if (!parcel) throw parcelGone();
  return { stored, parcel };
}

/** PUT /parcels/{id}/{blob}: stores a new blob whole, or not at all. No blob is ever replaced. */
async function putBlob(call: HostCall): Promise<Response> {
  const { env, request, params } = call;
  const { blob: id = '' } = params;
  const { stored, parcel } = await findParcel(call);
  if (!PARCEL_ID.test(id)) throw malformed('invalid blob id');
  if (baseRevisionOf(request) !== null) throw parcelChanged();
  return holdingBody(clientNetwork(request), async (held) => {
    const bytes = await readOctets(request, CALLS.putBlob.body.limit, held);
    const size = bytes.byteLength;
    const objectId = newKey();
    await new StoredFiles(env.DB).trackOrphans([objectId], Date.now()).run();
    await env.FILES.put(objectId, bytes, { sha256: sha256(bytes) });
    // An error may mean that the batch was written and only its result was lost: then only the sweep may delete the object.
    const isAttached = await stored.attachBlob(parcel, { id, size, objectId, now: call.now });
    if (isAttached) return writtenResponse(call, parcel, BLOB_REVISION);
    await dropObjects(env, [objectId]);
    const obstacle = await stored.obstacleOf(parcel, { id, size });
    if (obstacle !== null) throw obstacle === 'full' ? bodyTooLarge() : parcelChanged();
    throw new Refusal('busy', 'the parcel has expired, or the blob took too long to arrive', {
      headers: retryAfterHeader(2000),
    });
  });
}

/** GET /parcels/{id}/{blob}: the sealed blob. */
async function getBlob(call: HostCall): Promise<Response> {
  const { env, params } = call;
  const { stored, parcel } = await findParcel(call);
  const objectId = await stored.findObject(parcel, params.blob ?? '');
  const object = objectId && (await env.FILES.get(objectId));
  if (!object) throw parcelGone();
  return sealedResponse(call, parcel, BLOB_REVISION, object.body);
}

/** DELETE /parcels/{id}/{blob}: idempotent. */
async function deleteBlob(call: HostCall): Promise<Response> {
  const { env, params } = call;
  const { stored, parcel } = await findParcel(call);
  const objectId = await stored.deleteBlob(parcel, params.blob ?? '');
  if (objectId) await dropObjects(env, [objectId]);
  return doneResponse();
}

/** The revision of every blob, since blobs are never replaced. */
const BLOB_REVISION = 1;

/**
 * The same refusal for an unknown, expired or deleted parcel and for a wrong key, so that it does not reveal which parcels exist.
 */
const parcelGone = () => new Refusal('parcel_gone', 'no parcel with this id and key');
const parcelChanged = () => new Refusal('parcel_changed', 'another revision is stored');
const malformed = (what: string) => new Refusal('malformed', what);

/** The parcel with the path's id and the access key. @throws Refusal `parcel_gone` where one of them is malformed */
function storedParcel({ env, request, params, now }: HostCall): StoredParcel {
  const key = request.headers.get(ACCESS_HEADER) ?? '';
  const { id = '' } = params;
  if (!ACCESS_KEY.test(key) || !PARCEL_ID.test(id)) throw parcelGone();
  return new StoredParcel(env.DB, { id, accessHash: sha256(key), now });
}

/**
 * The revision that a write replaces; null for a new parcel (RFC 9110, section 13.1).
 * @throws Refusal `malformed` unless exactly one is given
 */
function baseRevisionOf({ headers }: Request): number | null {
  const match = headers.get('If-Match');
  const none = headers.get('If-None-Match');
  if (match === null && none === '*') return null;
  const revision = /^"(\d{1,9})"$/.exec(match ?? '')?.[1];
  if (revision === undefined || none !== null) throw malformed('a write needs If-Match or If-None-Match: *');
  return Number(revision);
}

/** Lifetime of a new parcel in milliseconds. @throws Refusal `malformed` for a lifetime that is not allowed */
function lifetimeOf({ headers }: Request): number {
  const seconds = Object.values(LIFETIMES).find((known) => String(known) === headers.get(LIFETIME_HEADER));
  if (seconds === undefined) throw malformed(`a new parcel needs ${LIFETIME_HEADER}`);
  return seconds * 1000;
}

/** The whole body. @param limit bytes @throws Refusal `unsupported_media`, `too_large`, or `malformed` for an empty body */
async function readOctets(request: Request, limit: number, held?: HeldBody): Promise<Uint8Array> {
  requireMediaType(request, 'application/octet-stream');
  const bytes = await readWhole(request, limit, held);
  if (bytes.byteLength === 0) throw malformed('the body is empty');
  return bytes;
}

const secondsLeft = ({ expires_at }: Pick<ParcelRow, 'expires_at'>, now: number) =>
  Math.max(0, Math.ceil((expires_at - now) / 1000));

function writtenResponse({ now }: HostCall, parcel: ParcelRow, revision: number): Response {
  return jsonResponse<'putParcel'>({ revision, seconds_left: secondsLeft(parcel, now) });
}

function sealedResponse({ now }: HostCall, parcel: ParcelRow, revision: number, body: BodyInit): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'application/octet-stream',
      ETag: `"${revision}"`,
      [SECONDS_LEFT_HEADER]: String(secondsLeft(parcel, now)),
      ...PRIVATE,
    },
  });
}

export const parcelCalls = {
  supportsParcels,
  putParcel,
  getParcel,
  deleteParcel,
  putBlob,
  getBlob,
  deleteBlob,
} satisfies Handlers;
