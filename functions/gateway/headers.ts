/** Puts the request id and the security headers on every answer of the gateway. */
import { DATA_POLICY, SECURITY_HEADERS } from '../../src/domain/security/headers.ts';

const EVERYWHERE = Object.entries({ ...SECURITY_HEADERS, 'Cache-Control': 'no-store' });

/**
 * Gives an answer of the gateway's own the headers that every answer carries. What the answer brings itself stays: pages carry
 * the policy of the built `_headers`, files a stricter one.
 */
export function finish(answer: Response, requestId: string): Response {
  const { headers } = answer;
  for (const [name, value] of EVERYWHERE) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!isPage && !headers.has('content-security-policy')) headers.set('Content-Security-Policy', DATA_POLICY);
  headers.set('X-Request-Id', requestId);
  return answer;
}
