/** Parameters and security of the calls, for visitors and for hosts. */
import { ENDPOINTS, type EndpointId, PARCEL_CALLS } from '../../../src/domain/api/endpoints.ts';
import { ACCESS_HEADER, ACCESS_KEY, LIFETIME_HEADER, LIFETIMES, PARCEL_ID } from '../../../src/domain/api/parcels.ts';
import { TOKEN } from '../../../src/domain/api/token.ts';
import { APPLICATION_ENDPOINTS } from '../../../src/domain/application/types.ts';

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
export const PARAMETERS = {
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
  header('Accept-Language', 'The language of mails to the applicant.'),
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

export function parametersOf(id: EndpointId): object[] {
  const path = [...ENDPOINTS[id].path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: PARCEL_CALLS.includes(id) ? PARCEL_SEGMENT : SEGMENT,
  }));
  return [...path, ...(OWN[id] ?? []), ...TO_HOST];
}

export const FILE_PARAMETERS = [
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
export const HEALTH_PARAMETERS = TO_HOST;

export const SECURITY_SCHEMES = {
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

/** The gateway requires both for a guarded call. */
export const securityOf = (id: EndpointId) => (ENDPOINTS[id].access === 'token' ? [{ token: [], binding: [] }] : []);
