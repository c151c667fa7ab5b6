/** The OpenAPI 3.1 document of the contract, made from the endpoint table, the schemas and the error codes. */

import { TOKEN } from '../../../src/domain/account/session.ts';
import { API_BASE } from '../../../src/domain/api/bases.ts';
import { CROSS_RULES } from '../../../src/domain/api/contract/bodies.ts';
import type { CallBody, CallContract, PartSchemas } from '../../../src/domain/api/contract/call.ts';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { ACCESS_HEADER, ACCESS_KEY, LIFETIME_HEADER, LIFETIMES, PARCEL_ID } from '../../../src/domain/api/parcels.ts';
import { APPLICATION_ENDPOINTS } from '../../../src/domain/application/types.ts';
import { errorComponents, FILE_RESPONSES, HEADERS, HEALTH_RESPONSES, responsesOf } from './responses.ts';
import { COMPONENT_SCHEMAS, reference, upper } from './schemas.ts';
import words from './words.json' with { type: 'json' };

const SEGMENT = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' };

const PARCEL_SEGMENT = { type: 'string', pattern: PARCEL_ID.source };

const header = (name: string, description: string, schema: object = { type: 'string' }, required = false) => ({
  name,
  in: 'header',
  description,
  required,
  schema,
});

/** `components.parameters`: headers from the gateway to a host. */
const PARAMETERS = {
  RequestId: header('X-Request-Id', 'To a host only; set by the gateway, which drops the client’s own.', {
    type: 'string',
    format: 'uuid',
  }),
  GatewaySignature: header(
    'X-Gateway-Signature',
    'To a host of ADMIN_HOST only, on every call: proves that it comes from the gateway. An HMAC-SHA256 over time, method, address and request id; docs/host.md says how to check it.',
    { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$' },
  ),
  ClientAddress: header(
    'X-Client-Address',
    'To a host only: the network address of the client. It must not be logged.',
  ),
};
const TO_HOST = Object.keys(PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const CREATING = [
  header(
    'Idempotency-Key',
    'A random UUID for one application, the same at each try to send it. Optional: without it a repeated request is refused, since its address has an application.',
    { type: 'string', format: 'uuid' },
  ),
  header('Accept-Language', 'The language of the page, and so of later mails to the applicant.'),
];

const OPENING = [
  header(
    ACCESS_HEADER,
    'Opens the parcel at the host, which stores its SHA-256. Made from the secret of the link, as the ids are.',
    { type: 'string', pattern: ACCESS_KEY.source },
    true,
  ),
];
const WRITING = [
  ...OPENING,
  header('If-Match', 'The revision to replace. Send either this or If-None-Match.', {
    type: 'string',
    pattern: '^"\\d{1,9}"$',
  }),
  header('If-None-Match', 'This id is not in use yet.', { type: 'string', enum: ['*'] }),
];

const OWN: Partial<Record<EndpointId, object[]>> = {
  login: [
    header('User-Agent', 'For the list of sessions.'),
    header('X-Known-Browser', 'To a host only: the mark that it gave to this browser.'),
    {
      name: '__Host-visa-known',
      in: 'cookie',
      description: 'At the gateway only, which passes it on as X-Known-Browser.',
      required: false,
      schema: { type: 'string' },
    },
  ],
  ...Object.fromEntries(Object.values(APPLICATION_ENDPOINTS).map(({ create }) => [create, CREATING])),
  putParcel: [
    ...WRITING,
    header(LIFETIME_HEADER, 'Lifetime of a new parcel in seconds.', {
      type: 'string',
      enum: Object.values(LIFETIMES).map(String),
    }),
  ],
  getParcel: OPENING,
  deleteParcel: OPENING,
  putBlob: WRITING,
  getBlob: OPENING,
  deleteBlob: OPENING,
};

function parametersOf(id: EndpointId): object[] {
  const path = [...CALLS[id].route.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: CALLS[id].route.includes('/parcels/') ? PARCEL_SEGMENT : SEGMENT,
  }));
  return [...path, ...(OWN[id] ?? []), ...TO_HOST];
}

const FILE_PARAMETERS = [
  {
    name: 'link',
    in: 'path',
    required: true,
    description: 'Signed, valid for 15 minutes.',
    schema: { type: 'string' },
  },
  { name: 'name', in: 'path', required: true, description: 'The name to show.', schema: { type: 'string' } },
  ...TO_HOST,
];
const HEALTH_PARAMETERS = TO_HOST;

/** The schemas of `GET /files/{link}/{name}` and `GET /healthz`, which are not in the endpoint table. */
const OUTSIDE = {
  '/files/{link}/{name}': {
    get: {
      operationId: 'file',
      summary: 'Open a file of a record',
      description: "The path of a link in a record; another host's links may have other segments below /files/.",
      security: [],
      parameters: FILE_PARAMETERS,
      responses: FILE_RESPONSES,
    },
  },
  '/healthz': {
    get: {
      operationId: 'health',
      summary: 'Check gateway, host and storage',
      description: "The gateway adds its own state to the host's, and caches results for five seconds.",
      security: [],
      parameters: HEALTH_PARAMETERS,
      responses: HEALTH_RESPONSES,
    },
  },
};

/** The whole document, ready for JSON. @throws Error for a schema that JSON Schema cannot express */
export function openApiDocument() {
  return {
    openapi: '3.1.1',
    info: { title: 'IT visa portal', version: API_BASE.replace('/api/v', ''), description: words.about.join('\n\n') },
    servers: [{ url: '/', description: 'The portal; the origin of ADMIN_HOST for a host.' }],
    paths: { ...paths(), ...OUTSIDE },
    components: {
      schemas: COMPONENT_SCHEMAS,
      responses: errorComponents(),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function paths(): Record<string, object> {
  const calls = (Object.keys(CALLS) as EndpointId[]).map((id) => {
    const [method = '', path = ''] = CALLS[id].route.split(' ');
    return { id, method: method.toLowerCase(), path: API_BASE + path.replace(/:(\w+)/g, '{$1}') };
  });
  return Object.fromEntries(
    [...Map.groupBy(calls, ({ path }) => path)].map(([path, some]) => [
      path,
      Object.fromEntries(some.map(({ id, method }) => [method, operation(id)])),
    ]),
  );
}

function operation(id: EndpointId) {
  const { access, body, summary, description = '', isOptional, perMinute }: CallContract = CALLS[id];
  const rate = perMinute === null ? '' : `At the gateway: ${perMinute} calls a minute for one network address.`;
  return {
    operationId: id,
    summary,
    description: [description, isOptional ? words.optional : '', rate].filter(Boolean).join('\n\n'),
    // The gateway requires both for a guarded call.
    security: access === 'token' ? [{ token: [], binding: [] }] : [],
    parameters: parametersOf(id),
    ...(body && { requestBody: requestBody(id, body) }),
    responses: responsesOf(id),
  };
}

const OCTETS = { 'application/octet-stream': {} };

function requestBody(id: EndpointId, body: CallBody) {
  const size = `${body.limit} bytes at most.`;
  if (body.type === 'octets') return { required: true, description: `Sealed. ${size}`, content: OCTETS };
  const content = { schema: reference(`${upper(id)}Body`), example: body.example };
  if (body.type === 'json') return { required: true, description: size, content: { 'application/json': content } };
  const description = `${size} ${CROSS_RULES}`;
  const form = { ...content, encoding: encodings(body.parts) };
  return { required: true, description, content: { 'multipart/form-data': form } };
}

const encodings = (parts: PartSchemas) =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, { contentType }]) => (contentType ? [[name, { contentType }]] : [])),
  );

const SECURITY_SCHEMES = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: `The token of a sign-in: ${TOKEN.source}. A host gets only this.`,
  },
  binding: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-visa-bind',
    description:
      'At the gateway only, together with the token: an HMAC of the token, set at sign-in. The host does not get it.',
  },
};
