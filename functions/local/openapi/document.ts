/** The OpenAPI 3.1 document of the contract, made from the endpoint table, the schemas and the error codes. */

import { API_BASE } from '../../../src/domain/api/bases.ts';
import { OPTIONAL_CALLS } from '../../../src/domain/api/contract/call-errors.ts';
import { bodyParts, CROSS_RULES, type WriteOperation } from '../../../src/domain/api/contract/multipart-bodies.ts';
import { ENDPOINTS, type EndpointId } from '../../../src/domain/api/endpoints.ts';
import { PER_MINUTE } from '../../../src/domain/api/rates.ts';
import { APPLICATION_ENDPOINTS, APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { bodyExample } from './examples.ts';
import {
  FILE_PARAMETERS,
  HEALTH_PARAMETERS,
  PARAMETERS,
  parametersOf,
  SECURITY_SCHEMES,
  securityOf,
} from './parameters.ts';
import { errorComponents, FILE_RESPONSES, HEADERS, HEALTH_RESPONSES, responsesOf } from './responses.ts';
import { bodySchema, componentSchemas } from './schemas.ts';
import { ABOUT, OPTIONAL, SUMMARIES } from './summaries.ts';

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
    info: { title: 'IT visa portal', version: API_BASE.replace('/api/v', ''), description: ABOUT },
    servers: [{ url: '/', description: 'The portal; the origin of ADMIN_HOST for a host.' }],
    paths: { ...paths(), ...OUTSIDE },
    components: {
      schemas: componentSchemas(),
      responses: errorComponents(),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function paths(): Record<string, object> {
  const ids = Object.keys(ENDPOINTS) as EndpointId[];
  const byPath = Map.groupBy(ids, (id) => API_BASE + ENDPOINTS[id].path.replace(/:(\w+)/g, '{$1}'));
  return Object.fromEntries(
    [...byPath].map(([path, some]) => [
      path,
      Object.fromEntries(some.map((id) => [ENDPOINTS[id].method.toLowerCase(), operation(id)])),
    ]),
  );
}

function operation(id: EndpointId) {
  const { body } = ENDPOINTS[id];
  const { summary, description = '' } = SUMMARIES[id];
  const paragraphs = [description, OPTIONAL_CALLS.includes(id) ? OPTIONAL : '', rateLimit(id)].filter(Boolean);
  return {
    operationId: id,
    summary,
    description: paragraphs.join('\n\n'),
    security: securityOf(id),
    parameters: parametersOf(id),
    ...(body === 'none' ? {} : { requestBody: requestBody(id) }),
    responses: responsesOf(id),
  };
}

function rateLimit(id: EndpointId): string {
  const perMinute = PER_MINUTE[id];
  return perMinute === null ? '' : `At the gateway: ${perMinute} calls a minute for one network address.`;
}

const OCTETS = { 'application/octet-stream': {} };

function requestBody(id: EndpointId) {
  const { body, limit } = ENDPOINTS[id];
  const size = `${limit} bytes at most.`;
  if (body === 'octets') return { required: true, description: `Sealed. ${size}`, content: OCTETS };
  const content = { schema: bodySchema(id), example: bodyExample(id) };
  if (body === 'json') return { required: true, description: size, content: { 'application/json': content } };
  const description = `${size} ${CROSS_RULES}`;
  return { required: true, description, content: { 'multipart/form-data': { ...content, encoding: encodingOf(id) } } };
}

function encodingOf(id: EndpointId) {
  for (const type of APPLICATION_TYPES)
    for (const [writing, name] of Object.entries(APPLICATION_ENDPOINTS[type]) as [WriteOperation, EndpointId][])
      if (name === id) return encodings(bodyParts(type, writing));
  throw new Error(`${id} has a multipart body of no application type`);
}

const encodings = (parts: ReturnType<typeof bodyParts>) =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, { contentType }]) => (contentType ? [[name, { contentType }]] : [])),
  );
