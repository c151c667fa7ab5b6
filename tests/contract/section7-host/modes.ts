/** The responses of a section 7 host. Tests can change each property of the mode while the host runs. */
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';

/** The calls of section 7; `create` and `update` stand for those of the three types. */
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
  /** Fields of a record: the applicant profile of section 3, or everything that was sent. */
  fields: 'profile' | 'all';
  /** Properties that replace or extend those of every record; an undefined value removes one. */
  record: Record<string, unknown>;
  /** The token of every sign-in; null for a new one each time. */
  token: string | null;
  /** Status of a guarded call with an unknown token. */
  tokenStatus: number;
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
});

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
