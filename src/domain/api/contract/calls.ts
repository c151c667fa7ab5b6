/**
 * The contract: one entry for each call, with method, path, access, limits, body, response, errors and examples. docs/openapi.json
 * and endpoint-table.ts, the part that browser and gateway read, are written from it by `npm run openapi`. Pages import types only.
 *
 * v.safeParse(CALLS.login.success.schema, body).issues // undefined for a valid response
 */
import type * as v from 'valibot';
import type { EndpointId } from '../endpoints.ts';
import { ACCOUNT_CALLS } from './account.ts';
import { APPLICATION_CALLS } from './applications.ts';
import type { BodyOf } from './call.ts';
import { MESSAGE_CALLS } from './messages.ts';
import { PARCEL_CALLS } from './parcels.ts';
import { SIGN_IN_CALLS } from './sign-in.ts';

export const CALLS = {
  ...SIGN_IN_CALLS,
  ...APPLICATION_CALLS,
  ...ACCOUNT_CALLS,
  ...MESSAGE_CALLS,
  ...PARCEL_CALLS,
} as const;

type SchemaOf<Id extends EndpointId> = (typeof CALLS)[Id]['success']['schema'];

/** The JSON of a successful response; never for sealed bytes. */
export type SuccessBody<Id extends EndpointId> = SchemaOf<Id> extends v.GenericSchema ? BodyOf<SchemaOf<Id>> : never;
