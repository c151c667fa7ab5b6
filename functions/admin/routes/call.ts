/**
 * What a route is given: one request, already matched against the endpoint table and, where needed, signed in by the Bearer
 * token (RFC 6750 §2.1).
 */
import { readApplicationType } from '../../../src/domain/application/types.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { Failure, PRIVATE, tokenRejected } from '../runtime/failure.ts';
import { sha256 } from '../secrets/keys.ts';
import { findSession, type Session, touchSession } from '../store/sessions.ts';

export interface Call {
  env: AdminEnv;
  request: Request;
  requestId: string;
  params: Record<string, string>;
  /** The instant of the request, milliseconds; one for all that it does. */
  now: number;
  /** Who is signed in; set on every endpoint whose access is `token`. */
  session: Session | null;
  /** Runs work after the answer (`waitUntil`). */
  later(work: Promise<unknown>): void;
}

export type Handler = (call: Call) => Promise<Response>;

/** Who is signed in. @throws Failure `token_rejected` */
export function sessionOf(call: Call): Session {
  if (!call.session) throw tokenRejected();
  return call.session;
}

/** The session of a path with an applicant and a type. @throws Failure `token_rejected` for any but the own ones */
export function ownSession(call: Call, type: string): Session {
  const session = sessionOf(call);
  if (call.params.id !== session.applicantId || readApplicationType(type) !== session.type) throw tokenRejected();
  return session;
}

/** A JSON answer that no cache keeps. */
export function answer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, ...PRIVATE } });
}

export const done = (headers: Record<string, string> = {}) => answer({ status: 'ok' }, 200, headers);

/** The session of a request. @throws Failure `token_required` without a token, `token_rejected` for one that is not valid */
export async function authenticate(env: AdminEnv, request: Request, now: number): Promise<Session> {
  const token = /^Bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (token === undefined) throw new Failure('token_required', 'send a Bearer token');
  const session = await findSession(env.DB, sha256(token), now);
  if (!session) throw tokenRejected();
  await touchSession(env.DB, session, now);
  return session;
}
