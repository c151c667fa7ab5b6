/**
 * The contract: one entry for each call, with method, path, access, limits, body, response, errors and examples. `npm run openapi`
 * writes docs/openapi.json from it, and the tables that browser and gateway read. Pages import types only.
 *
 * v.safeParse(CALLS.login.success.schema, body).issues // undefined for a valid response
 */
import type * as v from 'valibot';
import type { EndpointId } from '../endpoints.ts';
import { ACCOUNT_CALLS } from './account.ts';
import { APPLICATION_CALLS } from './applications.ts';
import type { BodyOf, CallContract } from './call.ts';
import { MESSAGE_CALLS } from './messages.ts';
import { PARCEL_CALLS } from './parcels.ts';
import { SIGN_IN_CALLS } from './sign-in.ts';

export const CALLS = {
  ...SIGN_IN_CALLS,
  ...APPLICATION_CALLS,
  ...ACCOUNT_CALLS,
  ...MESSAGE_CALLS,
  ...PARCEL_CALLS,
} as const satisfies Record<EndpointId, CallContract>;

type SchemaOf<Side> = Side extends { schema: infer Schema extends v.GenericSchema } ? BodyOf<Schema> : never;

/** The JSON of a successful response; never for sealed bytes. */
export type SuccessBody<Id extends EndpointId> = SchemaOf<(typeof CALLS)[Id]['success']>;

/** The calls with a JSON body. */
export type JsonCall = {
  [Id in EndpointId]: (typeof CALLS)[Id] extends { body: { type: 'json' } } ? Id : never;
}[EndpointId];

/** The JSON of a request. */
export type RequestBody<Id extends JsonCall> = SchemaOf<(typeof CALLS)[Id]['body']>;

type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a call's path. */
export type CallParams<Id extends EndpointId> = Record<NamesIn<(typeof CALLS)[Id]['route']>, string>;
