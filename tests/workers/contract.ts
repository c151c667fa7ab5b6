/**
 * Checks the responses of both workers against docs/openapi.json; every call of their tests goes through here. The validator
 * interprets schemas, since a worker may not compile code.
 */
import { Validator } from '@cfworker/json-schema';
import document from '../../docs/openapi.json';
import { API_BASE, FILES_BASE } from '../../src/domain/api/bases.ts';
import { hostRefusalCodes } from '../../src/domain/api/contract/refusal-codes.ts';
import { type EndpointId, matchEndpoint } from '../../src/domain/api/endpoints.ts';
import type { RefusalCode } from '../../src/domain/api/refusal-codes.ts';

/**
 * The source of a response: the embedded host, which sends exactly what the document has; the gateway, which passes on a
 * host's responses; or the gateway for a foreign host, of which only refusals are checked.
 */
export type ResponseSource = 'host' | 'gateway' | 'another host';

interface Header {
  required?: boolean;
  schema: { pattern?: string };
}
interface DescribedResponse {
  headers?: Record<string, Header | Reference>;
  content?: Record<string, { schema?: object }>;
}
type Reference = { $ref: string };
type Operation = { operationId: string; responses: Record<string, DescribedResponse | Reference> };

const { paths, components } = document as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const OPERATIONS = new Map(
  Object.values(paths).flatMap((path) => Object.values(path).map((operation) => [operation.operationId, operation])),
);

/** Schemas that allow no unknown properties. */
const CLOSED = Object.fromEntries(
  Object.entries(components.schemas).map(([name, schema]) => [
    name,
    'properties' in schema ? { ...schema, additionalProperties: false } : schema,
  ]),
);

function resolve<Kind extends object>(described: Kind | Reference): Kind {
  if (!('$ref' in described)) return described;
  const keys = described.$ref.slice(2).split('/');
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Kind;
}

/** Returns the operation id, `unknown` for an unknown path, or null for pages. */
function callOf(method: string, pathname: string): string | null {
  if (method === 'OPTIONS') return null;
  const read = method === 'HEAD' ? 'GET' : method;
  if (pathname.startsWith(`${FILES_BASE}/`)) return read === 'GET' ? 'file' : 'unknown';
  if (pathname === '/healthz') return read === 'GET' ? 'health' : 'unknown';
  if (!pathname.startsWith(`${API_BASE}/`)) return null;
  const match = matchEndpoint(read, pathname);
  return match && 'id' in match ? match.id : 'unknown';
}

/** The statuses of an unknown path. */
const UNKNOWN: Record<number, string> = { 404: 'not_found', 405: 'method_not_allowed', 500: 'internal' };
const ANY_ERROR: DescribedResponse = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/** A browser that opens a link gets a page. */
const FILE_ERROR: DescribedResponse = { content: { ...ANY_ERROR.content, 'text/html': {} } };

/** Returns the document's response for a status of a call; undefined without one. */
function describedResponse(source: ResponseSource, call: string, status: number): DescribedResponse | undefined {
  const listed = OPERATIONS.get(call)?.responses[status];
  if (source === 'another host') return status < 400 ? {} : call === 'file' ? FILE_ERROR : ANY_ERROR;
  if (listed) return resolve(listed);
  return call === 'unknown' && UNKNOWN[status] ? ANY_ERROR : undefined;
}

/** @throws Error for a response that the document does not describe; its body can still be read */
export async function checkContract(
  source: ResponseSource,
  method: string,
  url: string,
  response: Response,
): Promise<void> {
  const { pathname } = new URL(url);
  const call = callOf(method, pathname);
  if (call === null) return;
  const wrong = (what: string) => new Error(`${method} ${call} ${response.status}: ${what} (docs/openapi.json)`);
  const described = describedResponse(source, call, response.status);
  if (!described) throw wrong('a status that it does not list');
  checkHeaders(described, response, wrong);
  if (method === 'HEAD' || !described.content) return;
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0] ?? '';
  const content = described.content[type];
  if (!content) throw wrong(`a body of type "${type}"`);
  if (!content.schema) return;
  const body: unknown = await response.clone().json();
  const { valid, errors } = validatorOf(source, `${call} ${response.status}`, content.schema).validate(body);
  if (!valid) throw wrong(errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`).join('\n'));
  checkCode(source, call, response.status, body, wrong);
}

function checkHeaders({ headers = {} }: DescribedResponse, response: Response, wrong: (what: string) => Error): void {
  for (const [name, described] of Object.entries(headers)) {
    const { required = false, schema } = resolve<Header>(described);
    const value = response.headers.get(name);
    if (value === null && required) throw wrong(`without ${name}`);
    if (value !== null && schema.pattern && !new RegExp(schema.pattern, 'u').test(value))
      throw wrong(`${name}: ${value}`);
  }
}

/** The host sends none of the gateway's codes, and an unknown path only those for unknown paths. */
function checkCode(
  source: ResponseSource,
  call: string,
  status: number,
  body: unknown,
  wrong: (what: string) => Error,
): void {
  if (status < 400 || call === 'health' || call === 'file') return;
  const { code } = body as { code: RefusalCode };
  const mayGive = () => source !== 'host' || hostRefusalCodes(call as EndpointId).includes(code);
  if (call === 'unknown' ? code !== UNKNOWN[status] : !mayGive()) throw wrong(`the code ${code}`);
}

const validators = new Map<string, Validator>();

function validatorOf(source: ResponseSource, call: string, schema: object): Validator {
  const key = `${source} ${call}`;
  const known = validators.get(key);
  if (known) return known;
  const schemas = source === 'host' ? CLOSED : components.schemas;
  const made = new Validator({ ...schema, components: { schemas } } as object, '2020-12', false);
  validators.set(key, made);
  return made;
}
