/** Puts the request id and the security headers on every answer of the gateway. */
import { DATA_POLICY, SECURITY_HEADERS } from '../../src/domain/security/headers.ts';

/**
 * A copy of `answer` with the headers that every answer carries. What the answer brings itself stays: pages carry the
 * policy of the built `_headers`, files a stricter one.
 */
export function finish(answer: Response, requestId: string): Response {
  const finished = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!finished.headers.has(name)) finished.headers.set(name, value);
  }
  const isPage = finished.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!isPage && !finished.headers.has('content-security-policy')) {
    finished.headers.set('Content-Security-Policy', DATA_POLICY);
  }
  if (!finished.headers.has('cache-control')) finished.headers.set('Cache-Control', 'no-store');
  finished.headers.set('X-Request-Id', requestId);
  return finished;
}
