/**
 * What protects the desk: it refuses requests from other sites and bodies that are not forms, and sets the security headers of
 * every response. A request that writes must come from a page of the desk; only the desk's own scripts run; only a page with
 * scans may connect and have frames.
 */
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { DATA_POLICY, SECURITY_HEADERS } from '../../../src/domain/security/headers.ts';
import type { DeskContext } from './office.ts';

/** Statuses of requests that no page of the desk sends; `requests.<name>` of the locale files says why. */
const FOREIGN_REQUESTS = { crossSite: 403, noForm: 415, brokenForm: 400 } as const;
export type ForeignRequest = keyof typeof FOREIGN_REQUESTS;

/** The message is the name of the text. */
const foreignRequest = (name: ForeignRequest) => new HTTPException(FOREIGN_REQUESTS[name], { message: name });

type Middleware = (c: DeskContext, next: () => Promise<void>) => Promise<void>;

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** `Sec-Fetch-Site` of the desk's pages and of typed addresses (Fetch Metadata, section 2.3). */
const OWN: readonly string[] = ['same-origin', 'none'];
const isOwnSite = (c: DeskContext) => OWN.includes(c.req.header('Sec-Fetch-Site') ?? 'none');

const isForm = (c: DeskContext) => FORM.test(c.req.header('Content-Type') ?? '');

/** True for a request of the desk's own pages, whose origin browsers send with each form. */
const isOwnPost = (c: DeskContext) => c.req.header('Origin') === new URL(c.req.url).origin && isOwnSite(c);

export const isOwnForm = (c: DeskContext) => isOwnPost(c) && isForm(c);

/** Accepts only own forms. @throws HTTPException */
export const requireOwnForm: Middleware = async (c, next) => {
  if (isRead(c.req.method)) return next();
  if (!isOwnPost(c)) throw foreignRequest('crossSite');
  if (!isForm(c)) throw foreignRequest('noForm');
  // Read here; Hono keeps the form for the routes.
  await c.req.formData().catch(() => {
    throw foreignRequest('brokenForm');
  });
  return next();
};

/** For a download that is logged, which a link on another site must not start. @throws HTTPException */
export const requireOwnSite: Middleware = async (c, next) => {
  if (!isOwnSite(c)) throw foreignRequest('crossSite');
  return next();
};

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

/** For the frame that draws scans: one script and the decoders that the page passes, no connections, an opaque origin. */
export const viewerPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'nonce-${nonce}'`,
    'img-src blob: data:',
    'font-src data: blob:',
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');

/** For a stored file, in a frame of the desk or on its own: no scripts. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'self'; sandbox";

const SCANS = /^\/applications\/[^/]+(?:\/|$)/;

/** Sets the headers that a response lacks: `no-store`, and a policy for pages or data. */
export const setDeskHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  const isPage = headers.get('Content-Type')?.startsWith('text/html');
  const policy = isPage ? pagePolicy(SCANS.test(c.req.path)) : DATA_POLICY;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
  if (!headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', policy);
  if (!headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  c.header('X-Robots-Tag', 'noindex');
};
