/** The headers and responses of a call. */
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import { HEALTH_EXAMPLE } from '../../../src/domain/api/contract/health.ts';
import {
  FILE_ERRORS,
  gatewayRefusalCodes,
  HEALTH_ERRORS,
  hostRefusalCodes,
} from '../../../src/domain/api/contract/refusal-codes.ts';
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { SECONDS_LEFT_HEADER } from '../../../src/domain/api/parcels.ts';
import { REFUSAL_STATUS, type RefusalCode } from '../../../src/domain/api/refusal-codes.ts';
import { DOCUMENT_TYPES } from '../../../src/domain/input/files.ts';
import { COMPONENT_SCHEMAS, type JsonSchema, reference, upper } from './schemas.ts';
import words from './words.json' with { type: 'json' };

const errorSchema = (codes: readonly string[]) => ({
  ...reference('Error'),
  properties: { code: { enum: codes } },
});
const successSchema = (name: string) => reference(name in COMPONENT_SCHEMAS ? name : 'Done');
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
    content:
      schema === null ? SEALED : { 'application/json': { schema: successSchema(`${upper(id)}Answer`), example } },
  };
  return { [status]: success, ...errorResponses(errorsOfCall(id)) };
}

interface Errors {
  host: readonly RefusalCode[];
  gateway: readonly RefusalCode[];
}

function errorResponses(errors: Errors) {
  return Object.fromEntries(
    errorsByStatus(errors).map((some) => [
      REFUSAL_STATUS[some[0]?.code ?? 'internal'],
      { $ref: `#/components/responses/${nameOf(some)}` },
    ]),
  );
}

interface DocumentedError {
  code: RefusalCode;
  byGatewayOnly: boolean;
}

function errorsByStatus({ host, gateway }: Errors): DocumentedError[][] {
  const codes = [...new Set([...host, ...gateway])].map((code) => ({ code, byGatewayOnly: !host.includes(code) }));
  return [...Map.groupBy(codes, ({ code }) => REFUSAL_STATUS[code]).values()];
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

const errorsOfCall = (id: EndpointId): Errors => ({ host: hostRefusalCodes(id), gateway: gatewayRefusalCodes(id) });

const WAITING: readonly RefusalCode[] = ['slow_down', 'busy', 'maintenance'];

function errorHeaders(codes: readonly RefusalCode[]): Headers {
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
        return [REFUSAL_STATUS[some[0]?.code ?? 'internal'], { ...described, content }];
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
