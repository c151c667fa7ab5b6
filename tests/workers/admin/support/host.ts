/** The admin host with its real database and bucket; mails are recorded, and the first of each make goes to the real binding. */
import {
  applyD1Migrations,
  createExecutionContext,
  type D1Migration,
  env,
  waitOnExecutionContext,
} from 'cloudflare:test';
import worker from '../../../../functions/admin/index.ts';
import type { AdminEnv } from '../../../../functions/admin/runtime/env.ts';
import { API_BASE } from '../../../../src/domain/api/bases.ts';
import type { RefusalBody } from '../../../../src/domain/api/refusal-codes.ts';
import { checkContract } from '../../contract.ts';

const bound = env as unknown as AdminEnv & { TEST_MIGRATIONS: D1Migration[] };

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  from: { email: string; name: string };
  attachments?: EmailAttachment[];
}
/** Every mail that was sent, oldest first. */
export const mails: SentMail[] = [];

/** Makes of mails that the real binding has taken. It writes each mail to disk, which took a third of the time of a creation. */
const taken = new Set<string>();

const recordingMail = {
  async send(mail: SentMail) {
    mails.push(mail);
    const attached = mail.attachments?.map(({ type, disposition }) => [type, disposition]);
    const make = JSON.stringify([Object.keys(mail), mail.from, attached]);
    if (taken.has(make)) return;
    await bound.MAIL.send(mail);
    taken.add(make);
  },
};

/** The default bindings of every call. */
export const bindings: AdminEnv = { ...bound, MAIL: recordingMail as unknown as SendEmail };

/** Creates the tables; once per test file, since each begins with an empty database (empty-storage.ts). */
export const migrate = () => applyD1Migrations(bound.DB, bound.TEST_MIGRATIONS);

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  method?: string;
  json?: unknown;
  body?: BodyInit;
  env?: AdminEnv;
}

/** A response, and the end of the host's work after it. */
export interface HostResponse {
  response: Response;
  ended: () => Promise<void>;
}

/** Calls the host as the gateway does. @throws Error for a response that docs/openapi.json does not describe */
export async function responseOf(path: string, options: CallOptions = {}): Promise<HostResponse> {
  const { token, json, env: given = bindings } = options;
  const body = json === undefined ? options.body : JSON.stringify(json);
  const headers = new Headers(options.headers);
  if (json !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  const url = path.startsWith('/files/') || path === '/healthz' ? path : API_BASE + path;
  const request = new Request(`http://admin${url}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const context = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], given, context);
  await checkContract('host', method, request.url, response);
  return { response, ended: () => waitOnExecutionContext(context) };
}

/** Calls the host as the gateway does, and waits for its work after the response. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const { response, ended } = await responseOf(path, options);
  await ended();
  return response;
}

/** Runs the sweep as the cron trigger does. */
export async function runSweep(now: number, given: AdminEnv = bindings): Promise<void> {
  await worker.scheduled({ scheduledTime: now, cron: '', noRetry() {} } as ScheduledController, given);
}

/** Runs the sweep late enough to delete all orphaned objects; some get their time from the database's own clock. */
export async function sweepOrphans(): Promise<void> {
  const newest = 'SELECT coalesce(max(made_at), 0) AS at FROM orphaned_objects';
  const row = await bound.DB.prepare(newest).first<{ at: number }>();
  await runSweep(Math.max(Date.now(), row?.at ?? 0) + 61 * 60_000);
}

/** Sends waiting mail as the cron trigger does. */
export async function runMail(now: number, env = bindings): Promise<void> {
  await worker.scheduled({ scheduledTime: now, cron: '* * * * *', noRetry() {} } as ScheduledController, env);
}

/** Returns status, code and field errors of a refusal. */
export async function readRefusal(response: Response): Promise<{ status: number; code: string; errors?: object }> {
  const body = await response.json<RefusalBody>();
  if (!body.request_id || body.request_id !== response.headers.get('X-Request-Id') || !body.message)
    throw new Error(`not an error body of the contract: ${JSON.stringify(body)}`);
  return { status: response.status, code: body.code, ...(body.errors ? { errors: body.errors } : {}) };
}
