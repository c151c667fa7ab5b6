/** Who calls: the Bearer token of a guarded endpoint (RFC 6750 §2.1). */
import type { AdminEnv } from '../runtime/env.ts';
import { Failure, tokenRejected } from '../runtime/failure.ts';
import { sha256 } from '../secrets/digest.ts';
import { findSession, type Session, touchSession } from '../store/tokens.ts';

/**
 * The living session of a request.
 * @throws Failure `token_required` without a well-formed token; `token_rejected` for an unknown, expired or revoked one
 */
export async function authenticate(env: AdminEnv, request: Request, now: number): Promise<Session> {
  const token = /^Bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (token === undefined) throw new Failure('token_required', 'send a Bearer token');
  const session = await findSession(env.DB, sha256(token), now);
  if (!session) throw tokenRejected();
  await touchSession(env.DB, session, now);
  return session;
}
