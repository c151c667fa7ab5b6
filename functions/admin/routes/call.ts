/** What a route receives: a matched request, authenticated where the endpoint requires it (Bearer, RFC 6750, section 2.1). */
import type { SuccessBody } from '../../../src/domain/api/contract/calls.ts';
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import type { HostOffer } from '../../../src/domain/api/responses.ts';
import { readApplicationType } from '../../../src/domain/application/types.ts';
import { isLocale, type Locale } from '../../../src/domain/i18n/locales.ts';
import { parseAcceptLanguage } from '../../../src/domain/i18n/paths.ts';
import { renderRecord } from '../application/record.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { PRIVATE, tokenRejected } from '../runtime/refusals.ts';
import { sha256 } from '../secrets/keys.ts';
import { type Account, type Applicant, Applicants } from '../store/applicants.ts';
import { repeatable } from '../store/database.ts';
import { type Session, Sessions } from '../store/sessions.ts';

export interface HostCall {
  env: AdminEnv;
  request: Request;
  requestId: string;
  params: Record<string, string>;
  /** The time of the request in milliseconds, used for everything that it writes. */
  now: number;
  /** Set for every endpoint with `token` access. */
  session: Session | null;
  /** Runs work after the response (`waitUntil`). */
  later(work: Promise<unknown>): void;
}

export type HostHandler = (call: HostCall) => Promise<Response>;
/** The handlers of one subject. */
export type Handlers = Partial<Record<EndpointId, HostHandler>>;

/** @throws Refusal `token_rejected` */
export function sessionOf(call: HostCall): Session {
  if (!call.session) throw tokenRejected();
  return call.session;
}

/** The applicant of the session. @throws Refusal `token_rejected` where it was erased meanwhile */
export async function ownApplicant(call: HostCall): Promise<Applicant> {
  const applicant = await new Applicants(call.env.DB).load(sessionOf(call).applicantId);
  if (!applicant) throw tokenRejected();
  return applicant;
}

/** {@link ownApplicant} with the hash of the password. @throws Refusal `token_rejected` */
export async function ownAccount(call: HostCall): Promise<Account> {
  const account = await new Applicants(call.env.DB).accountById(sessionOf(call).applicantId);
  if (!account) throw tokenRejected();
  return account;
}

/** `{object: record}` of the present application, and more. @throws Refusal as {@link ownApplicant} */
export async function recordResponse(call: HostCall, more: { offers?: readonly HostOffer[] } = {}): Promise<Response> {
  return jsonResponse<'currentUser'>({ object: renderRecord(call.env, await ownApplicant(call), call.now), ...more });
}

/** The session for a path with an applicant and a type. @throws Refusal `token_rejected` unless both belong to the session */
export function ownSession(call: HostCall, type: string): Session {
  const session = sessionOf(call);
  if (call.params.id !== session.applicantId || readApplicationType(type) !== session.type) throw tokenRejected();
  return session;
}

/** The successful response to a call: `json<'checkEmail'>({ exists })`. */
export const jsonResponse = <Id extends EndpointId>(
  body: SuccessBody<Id>,
  status = 200,
  headers: Record<string, string> = {},
) => privateJson(body, status, headers);

export function privateJson(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, ...PRIVATE } });
}

export const doneResponse = () => jsonResponse<'logout'>({ status: 'ok' });

/** The language of the page that sent a request; null for a language that the portal lacks. */
export function pageLocale(request: Request): Locale | null {
  const languages = parseAcceptLanguage(request.headers.get('Accept-Language'));
  return languages.map((tag) => tag.toLowerCase().split('-')[0]).find(isLocale) ?? null;
}

/**
 * The session of a request; the account takes over its language.
 * @throws Refusal `token_required` without a token, `token_rejected` for an invalid one
 */
export async function authenticateApplicant(env: AdminEnv, request: Request, now: number): Promise<Session> {
  const token = /^Bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (token === undefined) throw new Refusal('token_required', 'send a Bearer token');
  const sessions = new Sessions(env.DB);
  const session = await sessions.find(sha256(token), now);
  if (!session) throw tokenRejected();
  await sessions.storeUse(session, now);
  const locale = pageLocale(request);
  if (locale && locale !== session.locale)
    await repeatable(new Applicants(env.DB).setLocale(session.applicantId, locale)).run();
  return session;
}
