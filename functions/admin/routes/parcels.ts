/** Sealed parcels (docs/api.md, "Parcels"): the host keeps bytes for a short time and cannot read them. */
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { dropObjects } from '../files/object-store.ts';
import { onConflict } from '../store/database.ts';
import {
  deleteParcelRows,
  findIndex,
  findParcel,
  insertParcel,
  type ParcelRow,
  replaceIndex,
} from '../store/parcels.ts';
import { type Call, done } from './call.ts';
import {
  accessOf,
  allowanceUsed,
  baseRevisionOf,
  lifetimeOf,
  parcelChanged,
  parcelGone,
  readOctets,
  sealedResponse,
  spendingOf,
  writtenResponse,
} from './parcel-call.ts';

/** GET /parcels: confirms that this host keeps parcels. */
export async function supportsParcels(): Promise<Response> {
  return done();
}

/** PUT /parcels/{id}: creates a parcel or replaces its index. */
export async function putParcel(call: Call): Promise<Response> {
  const { env, request, now } = call;
  const access = accessOf(call);
  const from = baseRevisionOf(request);
  const lifetime = from === null ? lifetimeOf(request) : 0;
  const sealed = await readOctets(request, ENDPOINTS.putParcel.limit);
  const spending = spendingOf(call, sealed.byteLength);
  const write =
    from === null
      ? insertParcel(env.DB, access, { sealed, expiresAt: now + lifetime, spending })
      : replaceIndex(env.DB, access, { sealed, from, spending });
  const parcel = await write.catch(onConflict(() => allowanceUsed(call)));
  if (parcel) return writtenResponse(call, parcel, parcel.revision);
  throw (await findParcel(env.DB, access)) ? parcelChanged() : parcelGone();
}

export async function getParcel(call: Call): Promise<Response> {
  const parcel = await findIndex(call.env.DB, accessOf(call));
  if (!parcel) throw parcelGone();
  return sealedResponse(call, parcel, parcel.revision, new Uint8Array(parcel.sealed_index));
}

/** DELETE /parcels/{id}: deletes the parcel and all its blobs. */
export async function deleteParcel(call: Call): Promise<Response> {
  const objects = await deleteParcelRows(call.env.DB, accessOf(call));
  if (!objects) throw parcelGone();
  await dropObjects(call.env, objects);
  return done();
}

/** @throws Failure `parcel_gone` */
export async function parcelOf(call: Call): Promise<ParcelRow> {
  const parcel = await findParcel(call.env.DB, accessOf(call));
  if (!parcel) throw parcelGone();
  return parcel;
}
