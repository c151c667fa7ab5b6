/** The responses of a minimal host. Tests can change each property of the mode while the host runs. */
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import type { BodyForm } from '../../../src/domain/application/body-form.ts';
import type { ReceivedCall } from './start.ts';

/** The calls of a minimal host; `create` and `update` stand for those of the three types. */
export type Call =
  | 'login'
  | 'logout'
  | 'changePassword'
  | 'checkEmail'
  | 'create'
  | 'update'
  | 'requestResetCode'
  | 'checkResetCode'
  | 'resetPassword';

/** Shared by the gateway and a host that checks signatures. */
export const HOST_SECRET = 'a secret that the gateway and its host share';

export interface Reply {
  status: number;
  /** A string is sent unchanged, any other value as JSON; empty by default. */
  body?: unknown;
  /** By default `text/html` for a string and `application/json` for any other value. */
  type?: string;
  headers?: Record<string, string>;
}

/** `close` ends the connection, `break` ends it within the body, `silent` keeps it open and sends nothing. */
export type Outcome = Reply | 'close' | 'break' | 'silent';

/** The effect of a call on the host. */
export interface CallResult {
  /** The host's response unless a mode replaces it. */
  reply: Reply;
  /** The call changed nothing. */
  refused?: boolean;
  /** The record of a sign-in, a creation or an update. */
  record?: Record<string, unknown>;
  /** The result of check-email. */
  exists?: boolean;
}

export interface Mode {
  /** Outcomes in place of a call, which stores nothing. */
  refuse: { [Name in Call | EndpointId]?: Outcome | undefined };
  /** Outcomes after a call, which stores what was sent. */
  reply: { [Name in Call | EndpointId]?: Outcome | ((done: CallResult) => Outcome) | undefined };
  /** Entries of the status history of every record. */
  history: unknown[];
  /** Form of file links: a path below `/storage/`, the same with the host's origin, the same without the first slash, or a path below `/files/`. */
  files: 'storage' | 'absolute' | 'relative' | 'portal';
  /** Fields of a record: those of the response to a sign-in, or everything that was sent. */
  fields: 'profile' | 'all';
  /** Properties that replace or extend those of every record; an undefined value removes one. */
  record: Record<string, unknown>;
  /** The token of every sign-in; null for a new one each time. */
  token: string | null;
  /** Status of a guarded call with an unknown token. */
  tokenStatus: number;
  /** The name under which all files of a list arrive; of any other name the host keeps the last file. */
  listFiles: BodyForm['list_files'];
  /** Calls end with a slash; others are redirected there. */
  slash: boolean;
  /** Refuses unsigned calls, and signatures of another secret. */
  secret: string | null;
  signIn: Reply;
  /** For an address that has an application; null stores another one. */
  taken: Reply | null;
  /** Null takes any code. */
  wrongCode: Reply | null;
  /** For an address without an application; null treats it as any other. */
  unknownReset: Reply | null;
  /** For a file that is neither a PDF nor a picture; null stores it. */
  wrongFile: Reply | null;
  /** For an application without one of these fields. */
  required: { names: string[]; reply: (name: string) => Reply };
  /** A sign-in ends the applicant's earlier sessions; a new password the others. */
  endsSessions: { bySignIn: boolean; byPassword: boolean };
  /** A file that an item of `formatted_relatives` names stays its file; sent files belong to the other items, in order. */
  keepsNamedFiles: boolean;
  /** Status of a response that is 200 at other hosts. */
  okStatus: number;
  /** Parts of a creation or an update that the host does not know refuse it. */
  unknownPart: ((name: string) => Reply) | null;
  /** An update empties what it does not contain. */
  replaces: boolean;
  /** Any token changes the application in the path, also after a sign-out. */
  isOpen: boolean;
  /** The bytes of each file that the host stores, as with a limit of a column or a proxy. */
  storedBytes: number;
  /** The host ends at such a call, as by an error that nothing catches; null: it never does. */
  endsAt: ((call: ReceivedCall) => boolean) | null;
}

export const defaultMode = (): Mode => ({
  refuse: {},
  reply: {},
  history: [
    { id: 1, status_type: 'new' },
    { id: 2, status_type: 'in_process' },
  ],
  files: 'storage',
  fields: 'profile',
  record: {},
  token: null,
  tokenStatus: 403,
  listFiles: 'file6',
  slash: false,
  secret: null,
  signIn: { status: 401, body: { message: 'These credentials do not match our records.' } },
  taken: null,
  wrongCode: null,
  unknownReset: null,
  wrongFile: null,
  required: { names: [], reply: () => ({ status: 422 }) },
  endsSessions: { bySignIn: false, byPassword: false },
  keepsNamedFiles: false,
  okStatus: 200,
  unknownPart: null,
  replaces: false,
  isOpen: false,
  storedBytes: Number.POSITIVE_INFINITY,
  endsAt: null,
});

const laravel = (name: string, text: string): Reply => ({
  status: 422,
  body: { message: text, errors: { [name]: [text] } },
});
const django = (name: string, text: string): Reply => ({ status: 400, body: { [name]: [text] } });
const nest = (...messages: string[]): Reply => ({
  status: 400,
  body: { statusCode: 400, message: messages, error: 'Bad Request' },
});
const REQUIRED = ['surname', 'name', 'phone'];

/** Nine minimal hosts, as other teams write them. `files` and `fields` have the names of the wire. */
export const DIALECTS = {
  plain: {},
  laravel: {
    ...{ listFiles: 'file6[]', tokenStatus: 401, history: [] },
    signIn: laravel('email', 'E-mail or password is not right.'),
    taken: laravel('email', 'This e-mail is already in use.'),
    wrongCode: laravel('code', 'This code is not right.'),
    unknownReset: laravel('email', 'Nobody is registered with this e-mail.'),
    required: { names: REQUIRED, reply: (name) => laravel(name, `${name} is missing.`) },
    endsSessions: { bySignIn: true, byPassword: true },
  },
  django: {
    ...{ slash: true, tokenStatus: 401, files: 'absolute' },
    signIn: django('non_field_errors', 'Unable to log in with provided credentials.'),
    taken: django('email', 'Applicant with this email already exists.'),
    wrongCode: django('code', 'Not valid.'),
    required: { names: REQUIRED, reply: (name) => django(name, 'This field is required.') },
  },
  indexed: {
    ...{ listFiles: 'file6[0]', tokenStatus: 419, files: 'relative' },
    // A handler that expects one file of a name.
    endsAt: ({ parts = [] }) => parts.some(([name]) => name.endsWith('[]')),
    signIn: { status: 403, body: { error: 'Wrong' } },
    taken: { status: 409, body: { error: 'Exists' } },
    wrongCode: { status: 404, body: { error: 'No such code' } },
  },
  careful: {
    ...{ secret: HOST_SECRET, tokenStatus: 401, files: 'portal' },
    taken: { status: 409, body: { message: 'Exists' } },
    wrongCode: { status: 422, body: { message: 'Wrong code' } },
    wrongFile: { status: 422, body: { message: 'Not a document' } },
    required: { names: REQUIRED, reply: (name) => laravel(name, `${name} is missing.`) },
    endsSessions: { bySignIn: false, byPassword: true },
  },
  replacing: {
    ...{ replaces: true, signIn: { status: 404, body: { message: 'Unknown' } } },
    taken: { status: 409, body: { message: 'Exists' } },
    wrongCode: { status: 422, body: { message: 'Wrong code' } },
  },
  nest: {
    ...{ listFiles: 'file6[]', tokenStatus: 401, okStatus: 201, keepsNamedFiles: true, history: [] },
    signIn: { status: 401, body: { statusCode: 401, message: 'Unauthorized' } },
    taken: { status: 409, body: { statusCode: 409, message: 'Email already exists', error: 'Conflict' } },
    wrongCode: nest('code is not valid'),
    required: { names: REQUIRED, reply: (name) => nest(`${name} should not be empty`) },
    unknownPart: (name) => nest(`property ${name} should not exist`),
    record: { company_name: null, visa_date: null, adress: null, citizen: null, sex: null },
  },
  open: { isOpen: true },
  strict: {
    required: {
      names: ['promo_code'],
      reply: () => ({ status: 422, body: { message: 'promo_code is missing' } }),
    },
  },
} satisfies Record<string, Partial<Mode>>;

/** Status histories in the forms that hosts send. */
export const HISTORIES = {
  bare: defaultMode().history,
  sql: [
    {
      id: 1,
      status_type: 'В обработке',
      created_at: '2026-11-20 10:00:00',
      updated_at: '2026-11-20 10:00:00',
      note: null,
    },
  ],
  full: [{ status_type: 'submitted', created_at: '2026-11-20T10:00:00.000Z', note: '' }],
} as const;

const html = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1><p>nginx`;

/** Responses of hosts to a creation that they stored; `hasNumber`: whether the response has the application's number. */
export const CREATED: Record<string, { reply: (done: CallResult) => Reply; hasNumber: boolean }> = {
  'message and id': { reply: ({ reply }) => reply, hasNumber: true },
  'id as text': { reply: ({ record }) => ({ status: 201, body: { id: String(record?.id) } }), hasNumber: true },
  record: { reply: ({ record }) => ({ status: 201, body: { data: record } }), hasNumber: true },
  'id in data': { reply: ({ record }) => ({ status: 200, body: { data: { id: record?.id } } }), hasNumber: true },
  'empty object': { reply: () => ({ status: 201, body: {} }), hasNumber: false },
  list: { reply: () => ({ status: 200, body: [] }), hasNumber: false },
  null: { reply: () => ({ status: 200, body: null }), hasNumber: false },
  'id of another type': { reply: () => ({ status: 201, body: { id: { value: 57 } } }), hasNumber: false },
  text: { reply: () => ({ status: 200, body: 'Created', type: 'text/plain' }), hasNumber: false },
  page: { reply: () => ({ status: 200, body: html('Created') }), hasNumber: false },
  'broken JSON': { reply: () => ({ status: 200, body: '{"id": ', type: 'application/json' }), hasNumber: false },
  empty: { reply: () => ({ status: 204 }), hasNumber: false },
  'empty, without a type': { reply: () => ({ status: 200 }), hasNumber: false },
  accepted: { reply: () => ({ status: 202, body: { status: 'queued' } }), hasNumber: false },
};

const TAKEN = 'The email has already been taken.';

/** Refusals as frameworks and proxies send them. */
export const REFUSALS: Record<string, Reply> = {
  'Laravel, known field': { status: 422, body: { message: TAKEN, errors: { email: [TAKEN] } } },
  'unknown field': {
    status: 422,
    body: { message: 'The promo code field is required.', errors: { promo_code: ['required'] } },
  },
  'fields as texts': {
    status: 422,
    body: { message: 'Wrong data', errors: { 'formatted_relatives.0.name': 'Too short' } },
  },
  'list of fields': { status: 422, body: { errors: [{ field: 'passport_number', message: 'Seen before' }] } },
  'list of texts': { status: 422, body: { errors: ['The passport was seen before'] } },
  'no errors': { status: 422, body: { message: 'Unprocessable' } },
  'contract without errors': { status: 422, body: { code: 'validation_failed', message: 'm', request_id: 'r' } },
  'contract, unknown field': {
    status: 422,
    body: { code: 'validation_failed', message: 'm', request_id: 'r', errors: { startup_name: ['required'] } },
  },
  'password code': {
    status: 422,
    body: { code: 'validation_failed', message: 'm', request_id: 'r', errors: { password: ['password_common'] } },
  },
  'RFC 9457': {
    status: 422,
    body: { type: 'about:blank', title: 'Wrong', detail: 'Seen before' },
    type: 'application/problem+json',
  },
  'empty 422': { status: 422 },
  '400': { status: 400, body: { error: 'Bad request' } },
  '401': { status: 401, body: { message: 'Unauthenticated.' } },
  '402': { status: 402, body: { message: 'Pay first' } },
  '403': { status: 403, body: { message: 'Forbidden' } },
  '404': { status: 404, body: html('Not Found') },
  '405': { status: 405, body: html('Method Not Allowed') },
  '409': { status: 409, body: { message: 'Application exists' } },
  '413': { status: 413, body: html('Request Entity Too Large') },
  '415': { status: 415, body: 'Unsupported', type: 'text/plain' },
  '418': { status: 418, body: 'A teapot', type: 'text/plain' },
  '429': { status: 429, body: { message: 'Too Many Attempts.' } },
  '429 with a time': { status: 429, body: { message: 'Too Many Attempts.' }, headers: { 'Retry-After': '7' } },
  redirect: { status: 302, headers: { Location: '/login' } },
  '500': { status: 500, body: { message: 'Server Error' } },
  '500 page': { status: 500, body: html('Internal Server Error') },
  '502': { status: 502, body: html('Bad Gateway') },
  '503': { status: 503, body: html('Service Unavailable') },
  '504': { status: 504, body: html('Gateway Time-out') },
};
