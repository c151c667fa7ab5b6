/**
 * A small admin host as another team would write it, in plain Node: other tokens and error bodies, no optional calls,
 * absolute file links. It accepts only requests with the gateway's signature.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EndpointId, matchEndpoint } from '../../../src/domain/api/endpoints.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
  readApplicationType,
} from '../../../src/domain/application/types.ts';
import { isFromGateway } from '../examples/verify-signature.ts';
import * as accounts from './accounts.ts';
import { create, recordOf, signatureOf, update } from './applications.ts';
import type { Fault } from './faults.ts';
import { type Application, newState, ok, Problem, type Reply, type State } from './state.ts';

export interface ForeignHost {
  origin: string;
  /** The stored applications, files and tokens. */
  state: State;
  close(): Promise<void>;
}

/** @param secrets shared with the gateway; a signature by any of them is valid @param faults of this host */
export async function startForeignHost(secrets: string[], faults: readonly Fault[] = []): Promise<ForeignHost> {
  const state = newState(faults);
  const server = createServer((request, response) => {
    replyTo(state, secrets, request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, problem(error, state, request)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: state.origin,
    state,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const isFile = Buffer.isBuffer(body);
  response.writeHead(status, { 'Content-Type': 'application/json', Server: 'Foreign/1.0', ...headers });
  response.end(isFile ? body : JSON.stringify(body));
}

/** An error in the shape of RFC 9457, of which the portal reads only the status. */
function problem(error: unknown, { faults }: State, request: IncomingMessage): Reply {
  const status = error instanceof Problem ? error.status : 500;
  const title = error instanceof Error ? error.message : 'It failed';
  if (status === 409 && faults.has('sends_code_of_another_status')) {
    const body = { code: 'email_taken', message: title, request_id: request.headers['x-request-id'] };
    return { status: 422, body };
  }
  return {
    status,
    body: { type: 'about:blank', title, status },
    headers: { 'Content-Type': 'application/problem+json' },
  };
}

async function replyTo(state: State, secrets: string[], request: IncomingMessage): Promise<Reply> {
  const { method = '', url = '', headers } = request;
  const { faults } = state;
  const isAllowed = isFromGateway(secrets, method, url, headers);
  const isOld =
    faults.has('accepts_old_signatures') && /^t=\d+,v1=[0-9a-f]{64}$/.test(String(headers['x-gateway-signature']));
  if (!isAllowed && !isOld && !faults.has('accepts_unsigned_calls'))
    throw new Problem(403, 'Only the gateway may call');
  if (faults.has('redirects')) return { status: 302, body: null, headers: { Location: '/elsewhere' } };
  const { pathname, searchParams } = new URL(url, state.origin);
  if (pathname === '/healthz') return { ...ok({ fine: true }), status: faults.has('fails_health_check') ? 500 : 200 };
  if (pathname.startsWith('/files/')) return fileOf(state, pathname.split('/')[2] ?? '', searchParams.get('sig'));
  const match = matchEndpoint(method, pathname);
  if (!match || 'allow' in match) throw new Problem(404, 'No such address');
  const body = await bodyOf(request);
  return handle(state, match.id, match.params, { request, body });
}

function fileOf({ files, linkKey, faults }: State, id: string, signature: string | null): Reply {
  const file = files.get(id);
  const isOpen = faults.has('accepts_altered_links') || signature === signatureOf(linkKey, id);
  const [found] = faults.has('accepts_altered_links') ? files.values() : [file];
  if (!isOpen || !found) throw new Problem(403, 'No such link');
  return { status: 200, body: found.bytes, headers: { 'Content-Type': found.type, 'Content-Disposition': 'inline' } };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Received {
  request: IncomingMessage;
  body: Buffer;
}

async function handle(
  state: State,
  id: EndpointId,
  params: Record<string, string>,
  received: Received,
): Promise<Reply> {
  const { headers } = received.request;
  const json = () => parseJson(received.body, state);
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const form = () =>
    new Response(new Uint8Array(received.body), {
      headers: { 'Content-Type': headers['content-type'] ?? '' },
    }).formData();
  const created = async (type: ApplicationType) =>
    create(state, type, await form(), String(headers['idempotency-key'] ?? ''));
  const changed = async () => update(state, requireOwner(state, token, params), await form());
  const handlers: Partial<Record<EndpointId, () => Reply | Promise<Reply>>> = {
    login: () => accounts.signIn(state, json()),
    logout: () => accounts.signOut(state, token),
    changePassword: () => accounts.changePassword(state, requireOwner(state, token, params), token, json()),
    checkEmail: () => accounts.exists(state, json()),
    ...Object.fromEntries(
      APPLICATION_TYPES.flatMap((type) => [
        [APPLICATION_ENDPOINTS[type].create, () => created(type)],
        [APPLICATION_ENDPOINTS[type].update, changed],
      ]),
    ),
    requestResetCode: () => accounts.requestReset(state, json()),
    checkResetCode: () => accounts.checkReset(state, json()),
    resetPassword: () => accounts.resetPassword(state, json()),
    ...(state.faults.has('knows_every_visa') && { employeeVisa: () => ok({ data: {} }) }),
    ...(state.faults.has('returns_another_user') && {
      currentUser: () => ok({ object: { ...recordOf(state, accounts.ownerOf(state, token)), id: '1' } }),
    }),
  };
  const handler = handlers[id];
  if (!handler) throw new Problem(404, 'No such address');
  return handler();
}

/** Returns the application in the path. @throws Problem 403 if the token belongs to another one */
function requireOwner(state: State, token: string, { id = '', type }: Record<string, string>): Application {
  const named = state.applications.get(Number(id));
  if (state.faults.has('changes_without_token') && named) return named;
  const owner = accounts.ownerOf(state, token);
  if (state.faults.has('accepts_any_id') && named) return named;
  if (owner !== named || (type !== undefined && readApplicationType(type) !== owner.type))
    throw new Problem(403, 'Not yours');
  return owner;
}

function parseJson(body: Buffer, { faults }: State): Record<string, unknown> {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Problem(faults.has('fails_on_bad_json') ? 500 : 400, 'No JSON');
  }
}
