/**
 * Carries what the host says of a browser at a sign-in (`X-Known-Browser`) to its next sign-in, in a cookie of the
 * gateway's own. Rule: only the host reads and checks it; the header from outside is never passed on.
 */

import { parse } from 'hono/utils/cookie';
import { KNOWN_BROWSER_MS } from '../../src/domain/account/session.ts';
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import type { HostAnswer } from './forward.ts';

const COOKIE = '__Host-visa-known';
const HEADER = 'X-Known-Browser';

/** Seconds. */
const MAX_AGE = KNOWN_BROWSER_MS / 1000;
/** What a cookie can hold without quotes. */
const MARK = /^[\w.~-]{16,256}$/;

/** The calls that prove who somebody is: a password, or a code from the mail. */
const PROVING: readonly EndpointId[] = ['login', 'resetPassword'];

/** What goes up with a call besides the browser's own headers. */
export function knownUpward(id: EndpointId, request: Request): Record<string, string> {
  const mark = id === 'login' ? parse(request.headers.get('cookie') ?? '', COOKIE)[COOKIE] : undefined;
  return mark !== undefined && MARK.test(mark) ? { [HEADER]: mark } : {};
}

/** The `Set-Cookie` value for what the host says of the browser; null when it says nothing. */
export function knownCookie(id: EndpointId, answer: HostAnswer): string | null {
  const mark = answer.headers.get(HEADER);
  if (!answer.ok || mark === null || !PROVING.includes(id) || !MARK.test(mark)) return null;
  return `${COOKIE}=${mark}; Max-Age=${MAX_AGE}; Path=/; Secure; HttpOnly; SameSite=Strict`;
}
