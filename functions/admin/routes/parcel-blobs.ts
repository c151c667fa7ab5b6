/** The blobs of a sealed parcel (docs/api.md, "Parcels"). */
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { PARCEL_ID } from '../../../src/domain/api/parcels.ts';
import { holdingBody } from '../body/held.ts';
import { tooLarge } from '../body/limits.ts';
import { dropObjects } from '../files/object-store.ts';
import { clientNetwork } from '../runtime/client-network.ts';
import { newKey } from '../secrets/keys.ts';
import { Conflict, onConflict } from '../store/database.ts';
import { trackOrphans } from '../store/files.ts';
import { attachBlob, clearBlob, findBlob, hasRoom, readBlobRow } from '../store/parcel-blobs.ts';
import { hasAllowance } from '../store/parcels.ts';
import { type Call, done } from './call.ts';
import {
  allowanceUsed,
  baseRevisionOf,
  malformed,
  parcelChanged,
  parcelGone,
  readOctets,
  sealedResponse,
  spendingOf,
  writtenResponse,
} from './parcel-call.ts';
import { parcelOf } from './parcels.ts';

/** PUT /parcels/{id}/{blob}: stores a blob whole, or not at all. */
export async function putBlob(call: Call): Promise<Response> {
  const { env, request, params } = call;
  const { blob: id = '' } = params;
  const parcel = await parcelOf(call);
  const from = baseRevisionOf(request);
  if (!PARCEL_ID.test(id)) throw malformed('invalid blob id');
  return holdingBody(clientNetwork(request), async (held) => {
    const bytes = await readOctets(request, ENDPOINTS.putBlob.limit, held);
    const size = bytes.byteLength;
    const before = await findBlob(env.DB, parcel, id);
    // Rejects a write early that the batch would reject.
    if ((before?.object_id ? before.revision : null) !== from) throw parcelChanged();
    if (!(await hasRoom(env.DB, parcel, { id, size }))) throw tooLarge();
    const spending = spendingOf(call, size);
    if (!(await hasAllowance(env.DB, spending))) throw allowanceUsed(call);
    const objectId = newKey();
    await trackOrphans(env.DB, [objectId], Date.now()).run();
    await env.FILES.put(objectId, bytes);
    // An error may mean that the result was lost after the batch was written: then only the sweep may delete the object.
    const write = { id, size, objectId, from, now: call.now, spending };
    const revision = await attachBlob(env.DB, parcel, write).catch(async (error) => {
      if (error instanceof Conflict) await dropObjects(env, [objectId]);
      return onConflict(() => allowanceUsed(call))(error);
    });
    await dropObjects(env, revision === null ? [objectId] : before?.object_id ? [before.object_id] : []);
    if (revision === null) throw parcelChanged();
    return writtenResponse(call, parcel, revision);
  });
}

/** GET /parcels/{id}/{blob}: the sealed blob, a limited number of times. */
export async function getBlob(call: Call): Promise<Response> {
  const parcel = await parcelOf(call);
  const row = await readBlobRow(call.env.DB, parcel, call.params.blob ?? '');
  const object = row?.object_id ? await call.env.FILES.get(row.object_id) : null;
  if (!row || !object) throw parcelGone();
  return sealedResponse(call, parcel, row.revision, object.body);
}

/** DELETE /parcels/{id}/{blob}: idempotent. */
export async function deleteBlob(call: Call): Promise<Response> {
  const { env, params } = call;
  const parcel = await parcelOf(call);
  const { blob: id = '' } = params;
  const before = await findBlob(env.DB, parcel, id);
  if (before?.object_id && (await clearBlob(env.DB, parcel, id))) await dropObjects(env, [before.object_id]);
  return done();
}
