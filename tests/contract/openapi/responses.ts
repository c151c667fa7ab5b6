/** The document's schemas, and the responses of a call. A schema that JSON Schema cannot express stops the generator. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { employeeVisaSchema } from '../../../src/domain/api/contract/account.ts';
import { filePartSchema, newPasswordSchema } from '../../../src/domain/api/contract/bodies.ts';
import { type CallContract, okSchema } from '../../../src/domain/api/contract/call.ts';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import {
  errorBodySchema,
  FILE_ERRORS,
  gatewayErrors,
  HEALTH_ERRORS,
  hostErrors,
} from '../../../src/domain/api/contract/errors.ts';
import {
  gatewayHealthSchema,
  HEALTH_EXAMPLE,
  hostHealthSchema,
  partHealthSchema,
} from '../../../src/domain/api/contract/health.ts';
import {
  addressSchema,
  countrySchema,
  dateSchema,
  fileLinkSchema,
  passportSchema,
  phoneSchema,
  RECORDED_ITEMS,
  recordedAddressSchema,
  SENT_ITEMS,
} from '../../../src/domain/api/contract/kinds.ts';
import { RECORD_SCHEMAS, statusEntrySchema, visaSchema } from '../../../src/domain/api/contract/records.ts';
import { sessionSchema } from '../../../src/domain/api/contract/sign-in.ts';
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../src/domain/api/errors.ts';
import { SECONDS_LEFT_HEADER } from '../../../src/domain/api/parcels.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../src/domain/application/types.ts';
import { DOCUMENT_TYPES } from '../../../src/domain/input/files.ts';
import words from './words.json' with { type: 'json' };

type Labels = Record<string, Record<string, string>>;
type JsonSchemas = Record<string, Record<string, unknown>>;

const WORDS = join(import.meta.dirname, '../../../locales/forms/en.json');
const { fields, items } = JSON.parse(readFileSync(WORDS, 'utf8')) as { fields: Labels; items: Record<string, Labels> };

/** The labels for a schema's properties, by the schema's name. */
const LABELS: [RegExp, Labels | undefined][] = [
  [/Relative$/, items.formatted_relatives],
  [/PreviousTrip$/, items.formatted_previos_trips],
  [/LastTrip$/, items.last_trips],
  [/(?:Record|Body)$/, fields],
];

/** Adds a title to each property that the form has a label for; some differ by application type. */
function withTitles(schemas: JsonSchemas): JsonSchemas {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, titled(name, schema)]));
}

function titled(name: string, schema: Record<string, unknown>): Record<string, unknown> {
  const labels = LABELS.find(([pattern]) => pattern.test(name))?.[1];
  if (!labels || !schema.properties) return schema;
  const type = APPLICATION_TYPES.find((one) => name.toLowerCase().includes(one));
  const properties = Object.entries(schema.properties).map(([field, property]) => {
    const title = labels[field]?.[`label_${type}`] ?? labels[field]?.label;
    return [field, title ? { title: title.replaceAll('\u00a0', ' '), ...property } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

type Schemas = Record<string, v.GenericSchema>;
type JsonSchema = Record<string, unknown>;

const NAMED: Schemas = {
  Error: errorBodySchema,
  Done: okSchema,
  FileLink: fileLinkSchema,
  StatusEntry: statusEntrySchema,
  Visa: visaSchema,
  Session: sessionSchema,
  EmployeeVisa: employeeVisaSchema,
  PartHealth: partHealthSchema,
  GatewayHealth: gatewayHealthSchema,
  HostHealth: hostHealthSchema,
  Date: dateSchema,
  Country: countrySchema,
  Phone: phoneSchema,
  PassportNumber: passportSchema,
  NewPassword: newPasswordSchema,
  Address: addressSchema,
  File: filePartSchema,
  Relative: SENT_ITEMS.relatives,
  PreviousTrip: SENT_ITEMS.previousTrips,
  LastTrip: SENT_ITEMS.lastTrips,
  StoredAddress: recordedAddressSchema,
  StoredRelative: RECORDED_ITEMS.relatives,
  StoredPreviousTrip: RECORDED_ITEMS.previousTrips,
  StoredLastTrip: RECORDED_ITEMS.lastTrips,
};

const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const byName = (schemas: [string, v.GenericSchema][]): Schemas => Object.fromEntries(schemas);

const recordName = (type: ApplicationType) => `${upper(type)}Record`;
const records = byName(APPLICATION_TYPES.map((type) => [recordName(type), RECORD_SCHEMAS[type]]));
const calls: [string, CallContract][] = Object.entries(CALLS);
const successSchemas = byName(
  calls.flatMap(([id, { success }]) =>
    success.schema === null || success.schema === okSchema ? [] : [[`${upper(id)}Answer`, success.schema]],
  ),
);
const bodySchemas = byName(
  calls.flatMap(([id, { body }]) => {
    if (body?.type === 'json') return [[`${upper(id)}Body`, body.schema]];
    if (body?.type !== 'multipart') return [];
    const parts = Object.entries(body.parts).map(([name, { schema }]) => [name, schema]);
    return [[`${upper(id)}Body`, v.object(Object.fromEntries(parts))]];
  }),
);

export function componentSchemas(): Record<string, JsonSchema> {
  const all = { ...NAMED, ...records, ...successSchemas, ...bodySchemas };
  const made = toJsonSchemaDefs(all, {
    target: 'draft-2020-12',
    errorMode: 'throw',
    // Rules of the domain, whose words stand beside them.
    ignoreActions: ['raw_check'],
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  }) as Record<string, JsonSchema>;
  return withTitles(made);
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const errorSchema = (codes: readonly string[]) => ({
  ...reference('Error'),
  properties: { code: { enum: codes } },
});
const successSchema = (id: string) => reference(`${upper(id)}Answer` in successSchemas ? `${upper(id)}Answer` : 'Done');
export const bodySchema = (id: string) => reference(`${upper(id)}Body`);
const healthSchema = { anyOf: [reference('GatewayHealth'), reference('HostHealth')] };

interface Header {
  description: string;
  required?: boolean;
  schema: JsonSchema;
}
type Headers = Record<string, Header | { $ref: string }>;

export const HEADERS: Record<string, Header> = {
  RequestId: {
    description: 'Names the call in every log. A host responds with the one it was sent.',
    required: true,
    schema: { type: 'string', pattern: '^[\\w-]{8,128}$' },
  },
  RetryAfter: {
    description: 'Seconds to wait before another try.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
  },
};

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
const text = (description: string): Header => ({ description, schema: { type: 'string' } });

const SEALED_HEADERS: Headers = {
  ETag: {
    description: 'The revision, which the sealed bytes are bound to.',
    required: true,
    schema: { type: 'string', pattern: '^"\\d{1,9}"$' },
  },
  [SECONDS_LEFT_HEADER]: {
    description: 'Seconds until the parcel expires, by the clock of the host.',
    required: true,
    schema: { type: 'string', pattern: '^\\d{1,9}$' },
  },
};

const KNOWN_BROWSER: Headers = {
  'X-Known-Browser': text(
    'From a host only, which may leave it out: its mark of this browser. 16 to 256 of A-Za-z0-9_.~-',
  ),
};

/** Headers of a success beside the request id. */
const OWN_HEADERS: Partial<Record<EndpointId, Headers>> = {
  login: {
    'Set-Cookie': text(
      'From the gateway only. __Host-visa-bind binds the token to the browser; __Host-visa-known keeps X-Known-Browser.',
    ),
    ...KNOWN_BROWSER,
  },
  getParcel: SEALED_HEADERS,
  getBlob: SEALED_HEADERS,
  logout: { 'Set-Cookie': text('From the gateway only: removes __Host-visa-bind.') },
  resetPassword: {
    'Set-Cookie': text('From the gateway only. __Host-visa-known keeps X-Known-Browser.'),
    ...KNOWN_BROWSER,
  },
};

const SEALED = { 'application/octet-stream': {} };
const json = (schema: unknown) => ({ 'application/json': { schema } });

export function responsesOf(id: EndpointId) {
  const { status, description, schema, example } = CALLS[id].success;
  const success = {
    description,
    headers: { ...REQUEST_ID, ...OWN_HEADERS[id] },
    content: schema === null ? SEALED : { 'application/json': { schema: successSchema(id), example } },
  };
  return { [status]: success, ...errorResponses(errorsOfCall(id)) };
}

interface Errors {
  host: readonly ErrorCode[];
  gateway: readonly ErrorCode[];
}

function errorResponses(errors: Errors) {
  return Object.fromEntries(
    errorsByStatus(errors).map((some) => [
      ERROR_STATUS[some[0]?.code ?? 'internal'],
      { $ref: `#/components/responses/${nameOf(some)}` },
    ]),
  );
}

interface DocumentedError {
  code: ErrorCode;
  byGatewayOnly: boolean;
}

function errorsByStatus({ host, gateway }: Errors): DocumentedError[][] {
  const codes = [...new Set([...host, ...gateway])].map((code) => ({ code, byGatewayOnly: !host.includes(code) }));
  return [...Map.groupBy(codes, ({ code }) => ERROR_STATUS[code]).values()];
}

const nameOf = (errors: readonly DocumentedError[]) =>
  errors
    .map(({ code, byGatewayOnly }) => code.split('_').map(upper).join('') + (byGatewayOnly ? 'OfGateway' : ''))
    .join('Or');

function errorResponse(errors: readonly DocumentedError[]) {
  const codes = errors.map(({ code }) => code);
  const line = ({ code, byGatewayOnly }: DocumentedError) =>
    `- \`${code}\`${byGatewayOnly ? ' (from the gateway only)' : ''}: ${words.errors[code]}`;
  return {
    description: errors.map(line).join('\n'),
    headers: { ...REQUEST_ID, ...errorHeaders(codes) },
    content: json(errorSchema(codes)),
  };
}

/** `components.responses`: every refusal that some call has. */
export function errorComponents() {
  const ids = Object.keys(CALLS) as EndpointId[];
  const all = [...ids.map(errorsOfCall), FILE_ERRORS, HEALTH_ERRORS].flatMap(errorsByStatus);
  return Object.fromEntries(all.map((some) => [nameOf(some), errorResponse(some)]));
}

const errorsOfCall = (id: EndpointId): Errors => ({ host: hostErrors(id), gateway: gatewayErrors(id) });

const WAITING: readonly ErrorCode[] = ['slow_down', 'busy', 'maintenance'];

function errorHeaders(codes: readonly ErrorCode[]): Headers {
  if (codes.some((code) => WAITING.includes(code))) return RETRY_AFTER;
  if (codes.includes('in_progress'))
    return { 'Retry-After': text('With in_progress: seconds to wait before another try.') };
  if (codes.includes('token_required'))
    return { 'WWW-Authenticate': text('From the gateway only, with token_required: Bearer.') };
  if (codes.includes('token_rejected'))
    return { 'Set-Cookie': text('From the gateway only: removes __Host-visa-bind.') };
  return {};
}

export const FILE_RESPONSES = {
  200: {
    description:
      'The file. At the gateway as a download, except for the photo; sandboxed and uncached, whatever the host says.',
    headers: {
      ...REQUEST_ID,
      'Content-Disposition': text('inline for the photo, attachment for every other file, with its name.'),
    },
    content: Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, {}])),
  },
  ...errorResponses(FILE_ERRORS),
  ...closedFileResponses(),
};

/** A browser that opens the link gets a page in place of the error body. */
function closedFileResponses() {
  const isClosed = (some: DocumentedError[]) =>
    some.some(({ code }) => code === 'link_expired' || code === 'not_found');
  return Object.fromEntries(
    errorsByStatus(FILE_ERRORS)
      .filter(isClosed)
      .map((some) => {
        const described = errorResponse(some);
        const content = { ...described.content, 'text/html': {} };
        return [ERROR_STATUS[some[0]?.code ?? 'internal'], { ...described, content }];
      }),
  );
}

export const HEALTH_RESPONSES = {
  200: {
    description: 'Everything works.',
    headers: REQUEST_ID,
    content: { 'application/json': { schema: healthSchema, example: HEALTH_EXAMPLE } },
  },
  503: { description: 'Some part fails.', headers: REQUEST_ID, content: json(healthSchema) },
  ...errorResponses(HEALTH_ERRORS),
};
