/** The security headers of every response. Rule: scripts are the desk's own; only a page with scans connects and frames. */
import type { MiddlewareHandler } from 'hono';
import { DATA_POLICY, SECURITY_HEADERS } from '../../../src/domain/security/headers.ts';

function pagePolicy(hasScans: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ...(hasScans ? ["connect-src 'self'", "worker-src 'self'", "frame-src 'self'"] : []),
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

/** For the frame that draws scans: one script, no connections, an opaque origin. */
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

/** For a stored file, in a frame of the desk or alone: no scripts. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'self'; sandbox";

/** Paths of pages with scans. */
const SCANS = /^\/applications\/[^/]+(?:\/|$)/;

/** Adds the headers that a response lacks: `no-store`, and a policy for pages or data. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  const isPage = headers.get('Content-Type')?.startsWith('text/html');
  const policy = isPage ? pagePolicy(SCANS.test(c.req.path)) : DATA_POLICY;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
  if (!headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', policy);
  if (!headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  c.header('X-Robots-Tag', 'noindex');
};
