/** The security headers of every answer of the desk. Rule: scripts run on the page with the scans only, and in the scans' frame. */
import type { MiddlewareHandler } from 'hono';
import { DATA_POLICY, SECURITY_HEADERS } from '../../../src/domain/security/headers.ts';

/** @param hasScans the page has scans */
function pagePolicy(hasScans: boolean): string {
  return [
    "default-src 'none'",
    ...(hasScans ? ["script-src 'self'", "connect-src 'self'", "worker-src 'self'", "frame-src 'self'"] : []),
    "style-src 'self'",
    `img-src 'self' data:${hasScans ? ' blob:' : ''}`,
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    hasScans ? 'trusted-types default' : 'trusted-types',
  ].join('; ');
}

/** The frame that draws scans: its one script, no connection, an origin of its own. */
export const viewerPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src blob: data:',
    'font-src data: blob:',
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');

/** A stored file: in a frame of the desk or by itself, and nothing in it runs. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'self'; sandbox";

/** The page with the scans of an application. */
const SCANS = /^\/applications\/[^/]+$/;

/** No answer is stored by a browser or a cache; one that names no policy of its own has that of a page, or loads nothing. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  const isPage = headers.get('Content-Type')?.startsWith('text/html');
  const policy = isPage ? pagePolicy(SCANS.test(c.req.path) && c.req.method === 'GET') : DATA_POLICY;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
  if (!headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', policy);
  if (!headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  c.header('X-Robots-Tag', 'noindex');
};
