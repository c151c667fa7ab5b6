/** Sealed parcels. Access is by a parcel's key, not by a token (docs/api.md, "Parcels"). */
import * as v from 'valibot';
import { MAX_BLOB, MAX_INDEX } from '../parcels.ts';
import { type CallContract, done, octets, success } from './call.ts';

const written = (description: string) =>
  success(
    description,
    v.object({
      revision: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Of what is stored now.')),
      seconds_left: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
    { revision: 1, seconds_left: 900 },
  );
const sealed = (description: string) => success(description, null, {});

const SAME_RESPONSE = 'An unknown, expired or deleted parcel and a wrong key get the same response.';
const WRITE_ERRORS = ['malformed', 'parcel_gone', 'parcel_changed'] as const;

const sealedCall = { access: 'public', isOptional: true } as const;

export const PARCEL_CALLS = {
  supportsParcels: {
    route: 'GET /parcels',
    access: 'public',
    perMinute: 600,
    summary: 'Check whether this host keeps sealed parcels',
    isOptional: true,
    success: done('This host keeps parcels.'),
  },
  putParcel: {
    ...sealedCall,
    route: 'PUT /parcels/:id',
    perMinute: 120,
    summary: 'Create a sealed parcel, or replace its index',
    description: 'The body was sealed on a device; the host never has the key. Each write increments the revision.',
    body: octets(MAX_INDEX),
    success: written('The index is stored.'),
    errors: WRITE_ERRORS,
  },
  getParcel: {
    ...sealedCall,
    route: 'GET /parcels/:id',
    perMinute: 600,
    summary: "Read a parcel's index",
    description: SAME_RESPONSE,
    success: sealed('The index, as it was sealed.'),
    errors: ['parcel_gone'],
  },
  deleteParcel: {
    ...sealedCall,
    route: 'DELETE /parcels/:id',
    perMinute: 120,
    summary: 'Delete a parcel',
    success: done('The parcel and all its blobs are gone.'),
    errors: ['parcel_gone'],
  },
  putBlob: {
    ...sealedCall,
    route: 'PUT /parcels/:id/:blob',
    perMinute: 60,
    summary: 'Store a new blob of a parcel',
    description: 'The body was sealed on a device; the host never has the key. No blob is replaced.',
    body: octets(MAX_BLOB),
    success: written('The blob is stored, whole.'),
    errors: WRITE_ERRORS,
  },
  getBlob: {
    ...sealedCall,
    route: 'GET /parcels/:id/:blob',
    perMinute: 120,
    summary: 'Read a blob of a parcel',
    description: SAME_RESPONSE,
    success: sealed('The blob, as it was sealed.'),
    errors: ['parcel_gone'],
  },
  deleteBlob: {
    ...sealedCall,
    route: 'DELETE /parcels/:id/:blob',
    perMinute: 120,
    summary: 'Delete a blob of a parcel',
    description: 'Succeeds without a blob too. A later blob of this id continues its revisions.',
    success: done('The blob is gone.'),
    errors: ['parcel_gone'],
  },
} as const satisfies Record<string, CallContract>;
