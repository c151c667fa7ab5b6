/**
 * An admin host in plain Node with only the calls of section 7 of the specification: no idempotency keys, versions or
 * GET /user, no check for duplicate email addresses, its own statuses, file paths and error bodies. Unlike the foreign host
 * (../foreign-host), it does not follow the portal's contract, and it does not check signatures.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EndpointId, matchEndpoint } from '../../../src/domain/api/endpoints.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../src/domain/application/types.ts';
import { type Call, type CallResult, defaultMode, type Mode, type Outcome, type Reply } from './modes.ts';
import { add, type Person, recordOf, recordOfUpdate, type State, storedFile, storeParts } from './people.ts';

/** A received call; files are represented by their names. */
export interface ReceivedCall {
  id: EndpointId | null;
  method: string;
  path: string;
  headers: Record<string, string>;
  json?: Record<string, unknown>;
  /** Parts of a form, in order. */
  parts?: [name: string, value: string][];
}

export interface Section7Host {
  origin: string;
  /** Read at each call; assign to its properties to change what the host does. */
  mode: Mode;
  /** Every call whose body was received completely, in order. */
  calls: ReceivedCall[];
  /** All applicants; an email address may have several. */
  people: Person[];
  /** Stores an application without a call; its password is {@link PASSWORD}. */
  add(type: ApplicationType, email: string, fields?: Record<string, unknown>): Person;
  /** Returns the number of stored applications of an email address. */
  countOf(email: string): number;
  /** Deletes people and calls, and restores the mode. */
  reset(): void;
  close(): Promise<void>;
}

/** The password of every applicant stored by {@link Section7Host.add}. */
export const PASSWORD = 'correct horse 9181 blue';

/** The number of the first application. */
const FIRST_ID = 57;

/** @param mode properties that differ from {@link defaultMode} */
export async function startSection7Host(mode: Partial<Mode> = {}): Promise<Section7Host> {
  const state: State = { origin: '', mode: { ...defaultMode(), ...mode }, people: [], nextId: FIRST_ID };
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    respond(state, calls, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: state.origin,
    mode: state.mode,
    calls,
    people: state.people,
    add: (type, email, fields = {}) => add(state, type, email, PASSWORD, fields),
    countOf: (email) => state.people.filter((person) => person.fields.email === email).length,
    reset() {
      calls.length = 0;
      state.people.length = 0;
      state.nextId = FIRST_ID;
      for (const name of Object.keys(state.mode)) delete (state.mode as unknown as Record<string, unknown>)[name];
      Object.assign(state.mode, defaultMode(), mode);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  state: State,
  calls: ReceivedCall[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '/' } = request;
  const path = url.split('?')[0] ?? '/';
  const file = method === 'GET' ? storedFile(path) : null;
  if (file) return send(response, file);
  const match = matchEndpoint(method, path);
  const id = match && 'id' in match ? match.id : null;
  const received: ReceivedCall = { id, method, path, headers: headersOf(request) };
  const body = await bodyOf(request);
  const form = received.headers['content-type']?.startsWith('multipart/form-data')
    ? await new Response(new Uint8Array(body), { headers: received.headers }).formData()
    : null;
  if (form) received.parts = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
  else if (body.length > 0) received.json = JSON.parse(body.toString()) as Record<string, unknown>;
  calls.push(received);
  const name = id === null ? null : callOf(id);
  const instead = (id && state.mode.refuse[id]) ?? (name && state.mode.refuse[name]);
  if (instead) return sendOutcome(response, instead);
  const done: CallResult =
    name === null || id === null ? refusal(404, 'Not found') : handle(state, id, name, received, form);
  const reply = !done.refused && ((id && state.mode.reply[id]) ?? (name && state.mode.reply[name]));
  sendOutcome(response, reply ? (typeof reply === 'function' ? reply(done) : reply) : done.reply);
}

const CREATES = APPLICATION_TYPES.map((type) => APPLICATION_ENDPOINTS[type].create);
const UPDATES = APPLICATION_TYPES.map((type) => APPLICATION_ENDPOINTS[type].update);
const OTHER_CALLS = [
  ...(['login', 'logout', 'changePassword', 'checkEmail'] as const),
  ...(['requestResetCode', 'checkResetCode', 'resetPassword'] as const),
] as const;

/** Returns the name of a call in the modes; null for calls outside section 7. */
function callOf(id: EndpointId): Call | null {
  if (CREATES.some((one) => one === id)) return 'create';
  if (UPDATES.some((one) => one === id)) return 'update';
  return OTHER_CALLS.find((one) => one === id) ?? null;
}

/** Runs a call. */
function handle(
  state: State,
  id: EndpointId,
  name: Call,
  { headers, json = {} }: ReceivedCall,
  form: FormData | null,
): CallResult {
  const { people, mode } = state;
  const message = (text: string) => ({ status: 200, body: { message: text } });
  const known = people.findLast(({ fields }) => fields.email === json.email);
  if (name === 'checkEmail') {
    const text = known ? 'Email is taken' : 'Email is free';
    return { exists: known !== undefined, reply: { status: 200, body: { status: true, message: text } } };
  }
  if (name === 'login') {
    if (!known || known.password !== json.password) return refusal(401, 'These credentials do not match our records.');
    known.token = mode.token ?? `tok.${'a1B2'.repeat(10)}${known.id}.${Date.now()}`;
    return { record: recordOf(state, known), reply: signedIn(state, known) };
  }
  if (name === 'create') {
    const type = APPLICATION_TYPES.find((one) => APPLICATION_ENDPOINTS[one].create === id) as ApplicationType;
    const person = add(state, type, '', String(form?.get('password') ?? ''), {});
    storeParts(person, form ?? new FormData());
    const body = { message: 'Application created', id: person.id };
    return { record: recordOf(state, person), reply: { status: 201, body } };
  }
  if (name === 'requestResetCode' || name === 'checkResetCode') return { reply: message('ok') };
  if (name === 'resetPassword') {
    if (known) known.password = String(json.password);
    return { reply: message('ok') };
  }
  const token = (headers.authorization ?? '').replace(/^Bearer /, '');
  const own = people.find((person) => token !== '' && person.token === token);
  if (!own) return refusal(mode.tokenStatus, 'Forbidden');
  if (name === 'logout') {
    own.token = null;
    return { reply: message('Logged out') };
  }
  if (name === 'changePassword') {
    own.password = String(json.new_password);
    return { reply: message('Password changed') };
  }
  storeParts(own, form ?? new FormData());
  return { record: recordOf(state, own), reply: { status: 200, body: { data: recordOfUpdate(state, own) } } };
}

const signedIn = (state: State, person: Person): Reply => ({
  status: 200,
  body: { token: person.token, object: recordOf(state, person) },
});

function refusal(status: number, message: string): CallResult {
  return { refused: true, reply: { status, body: { message } } };
}

function sendOutcome(response: ServerResponse, outcome: Outcome): void {
  if (outcome === 'silent') return;
  if (outcome === 'close') response.destroy();
  else if (outcome === 'break') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 });
    response.write('{"message":"', () => response.destroy());
  } else send(response, outcome);
}

function send(response: ServerResponse, { status, body = '', type, headers = {} }: Reply): void {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const contentType = type ?? (isRaw ? 'text/html; charset=utf-8' : 'application/json');
  response.writeHead(status, body === '' ? headers : { 'Content-Type': contentType, ...headers });
  response.end(isRaw ? body : JSON.stringify(body));
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
