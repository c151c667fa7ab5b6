/**
 * An admin host in plain Node with only the calls that every host has (requirements: host-calls): no idempotency keys, versions or
 * GET /user, its own statuses, file paths and error bodies. Unlike the foreign host (../foreign-host), it does not follow the
 * portal's contract. Its mode makes it one of the {@link DIALECTS} of such hosts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EndpointId, matchEndpoint } from '../../../src/domain/api/endpoints.ts';
import { OWN_PARTS } from '../../../src/domain/application/body-form.ts';
import { FIELDS } from '../../../src/domain/application/fields.ts';
import { TERMS_PART } from '../../../src/domain/application/terms.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../src/domain/application/types.ts';
import { isFromGateway } from '../examples/verify-signature.ts';
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

/** The code that every reset takes, where the host checks codes. */
export const RESET_CODE = '123456';

/** The number of the first application. */
const FIRST_ID = 57;

/** @param mode properties that differ from {@link defaultMode} */
export async function startSection7Host(mode: Partial<Mode> = {}): Promise<Section7Host> {
  const state: State = {
    origin: '',
    mode: { ...defaultMode(), ...mode },
    people: [],
    nextId: FIRST_ID,
    files: new Map(),
  };
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    respond(state, calls, request, response).catch((error: unknown) => {
      response.destroy();
      if (!(error instanceof HostEnd)) return;
      server.close();
      server.closeAllConnections();
    });
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
      state.files.clear();
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

/** An error that ends the host. */
class HostEnd extends Error {}

async function respond(
  state: State,
  calls: ReceivedCall[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '/' } = request;
  const full = url.split('?')[0] ?? '/';
  const { secret, slash } = state.mode;
  if (secret !== null && !isFromGateway([secret], method, url, request.headers))
    return send(response, { status: 403, body: { message: 'Only the gateway may call' } });
  const file = method === 'GET' ? await storedFile(state, full) : null;
  if (file) return send(response, file);
  if (slash && !full.endsWith('/')) return send(response, { status: 301, headers: { Location: `${full}/` } });
  const path = slash ? full.slice(0, -1) : full;
  const match = matchEndpoint(method, path);
  const id = match && 'id' in match ? match.id : null;
  const received: ReceivedCall = { id, method, path, headers: headersOf(request) };
  const body = await bodyOf(request);
  const form = received.headers['content-type']?.startsWith('multipart/form-data')
    ? await new Response(new Uint8Array(body), { headers: received.headers }).formData()
    : null;
  if (form) received.parts = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
  else if (body.length > 0) {
    try {
      received.json = JSON.parse(body.toString()) as Record<string, unknown>;
    } catch {
      return send(response, { status: 400, body: { message: 'Not JSON' } });
    }
  }
  calls.push(received);
  if (state.mode.endsAt?.(received)) throw new HostEnd();
  const name = id === null ? null : callOf(id);
  const instead = (id && state.mode.refuse[id]) ?? (name && state.mode.refuse[name]);
  if (instead) return sendOutcome(response, instead);
  const done: CallResult =
    name === null || id === null ? refusal(404, 'Not found') : await handle(state, id, name, received, form);
  const reply = !done.refused && ((id && state.mode.reply[id]) ?? (name && state.mode.reply[name]));
  sendOutcome(response, reply ? (typeof reply === 'function' ? reply(done) : reply) : done.reply);
}

const CREATES = APPLICATION_TYPES.map((type) => APPLICATION_ENDPOINTS[type].create);
const UPDATES = APPLICATION_TYPES.map((type) => APPLICATION_ENDPOINTS[type].update);
const OTHER_CALLS = [
  ...(['login', 'logout', 'changePassword', 'checkEmail'] as const),
  ...(['requestResetCode', 'checkResetCode', 'resetPassword'] as const),
] as const;

/** Returns the name of a call in the modes; null for a call that a minimal host lacks. */
function callOf(id: EndpointId): Call | null {
  if (CREATES.some((one) => one === id)) return 'create';
  if (UPDATES.some((one) => one === id)) return 'update';
  return OTHER_CALLS.find((one) => one === id) ?? null;
}

/** Beside the fields of the table: the password, the type, and texts that repeat answers (requirements: fields). */
const OTHER_PARTS =
  /^(?:(?:current_)?password|application_type|fio|sex|citizen|adress(?:_specialist)?|visa_date|reletion_\w+|file6|marriage_or_birth_document_file)$/;
const isKnownPart = (part: string) => {
  const name = part.replace(/\[\d*\]$/, '');
  return OTHER_PARTS.test(name) || (name in FIELDS && ![...OWN_PARTS, TERMS_PART].includes(name));
};

const NO_DOCUMENT = /^(?!%PDF|\x89PNG|\xff\xd8|RIFF)/;

/** The refusal of an application's body; null for none. */
async function refusedForm({ mode }: State, form: FormData): Promise<Reply | null> {
  const unknown = mode.unknownPart && [...form.keys()].find((part) => !isKnownPart(part));
  if (mode.unknownPart && unknown) return mode.unknownPart(unknown);
  const missing = mode.required.names.find((name) => !form.get(name));
  if (missing !== undefined) return mode.required.reply(missing);
  for (const value of mode.wrongFile ? form.values() : [])
    if (typeof value !== 'string' && NO_DOCUMENT.test(Buffer.from(await value.arrayBuffer()).toString('latin1')))
      return mode.wrongFile;
  return null;
}

/** Runs a call. */
async function handle(
  state: State,
  id: EndpointId,
  name: Call,
  { headers, path, json = {} }: ReceivedCall,
  form: FormData | null,
): Promise<CallResult> {
  const { people, mode } = state;
  const ok = (body: unknown): Reply => ({ status: mode.okStatus, body });
  const message = (text: string) => ok({ message: text });
  const known = people.findLast(({ fields }) => fields.email === json.email);
  if (name === 'checkEmail') {
    const text = known ? 'Email is taken' : 'Email is free';
    return { exists: known !== undefined, reply: ok({ status: true, message: text }) };
  }
  if (name === 'login') {
    if (!known || known.password !== json.password) return { refused: true, reply: mode.signIn };
    const token = mode.token ?? `tok.${'a1B2'.repeat(10)}${known.id}.${crypto.randomUUID().slice(0, 8)}`;
    if (mode.endsSessions.bySignIn) known.tokens.clear();
    known.tokens.add(token);
    return { record: recordOf(state, known), reply: ok({ token, object: recordOf(state, known) }) };
  }
  if (name === 'create' && form) {
    const type = APPLICATION_TYPES.find((one) => APPLICATION_ENDPOINTS[one].create === id) as ApplicationType;
    const wrong = await refusedForm(state, form);
    if (wrong) return { refused: true, reply: wrong };
    if (mode.taken && people.some(({ fields }) => fields.email === form.get('email')))
      return { refused: true, reply: mode.taken };
    const person = add(state, type, '', String(form.get('password') ?? ''), {});
    storeParts(state, person, form);
    return {
      record: recordOf(state, person),
      reply: { status: 201, body: { message: 'Application created', id: person.id } },
    };
  }
  if (name === 'requestResetCode')
    return known || !mode.unknownReset ? { reply: message('ok') } : { refused: true, reply: mode.unknownReset };
  if (name === 'checkResetCode' || name === 'resetPassword') {
    if (mode.wrongCode && json.code !== RESET_CODE) return { refused: true, reply: mode.wrongCode };
    if (known && name === 'resetPassword') known.password = String(json.password);
    return { reply: message('ok') };
  }
  const token = (headers.authorization ?? '').replace(/^Bearer /, '');
  const named = people.find((person) => String(person.id) === path.split('/').at(-1));
  const own = people.find(({ tokens }) => tokens.has(token)) ?? (mode.isOpen ? named : undefined);
  if (!own) return refusal(mode.tokenStatus, 'Forbidden');
  const target = mode.isOpen && named ? named : own;
  if (name === 'logout') {
    if (!mode.isOpen) own.tokens.delete(token);
    return { reply: message('Logged out') };
  }
  if (name === 'changePassword') {
    target.password = String(json.new_password);
    if (mode.endsSessions.byPassword) target.tokens = new Set([token]);
    return { reply: message('Password changed') };
  }
  storeParts(state, target, form ?? new FormData());
  return { record: recordOf(state, target), reply: { status: 200, body: { data: recordOfUpdate(state, target) } } };
}

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
