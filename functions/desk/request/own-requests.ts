/** Refuses requests of other sites, and bodies that are not forms. Rule: a request that writes comes from a page of the desk. */
import type { DeskContext } from './office.ts';

/** A request that no page of the desk sends; its name is the key of the words below `requests`. */
export class RequestRefused extends Error {
  readonly status: 400 | 403 | 415;
  constructor(name: 'crossSite' | 'noForm' | 'brokenForm', status: 400 | 403 | 415) {
    super(name);
    this.name = name;
    this.status = status;
  }
}

type Middleware = (c: DeskContext, next: () => Promise<void>) => Promise<void>;

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** `Sec-Fetch-Site` of the desk's pages and of typed addresses (Fetch Metadata §2.3). */
const OWN: readonly string[] = ['same-origin', 'none'];
const isOwnSite = (c: DeskContext) => OWN.includes(c.req.header('Sec-Fetch-Site') ?? 'none');

const isForm = (c: DeskContext) => FORM.test(c.req.header('Content-Type') ?? '');

/** True for a request of the desk's own pages, whose origin browsers send with each form. */
const isOwnPost = (c: DeskContext) => c.req.header('Origin') === new URL(c.req.url).origin && isOwnSite(c);

export const isOwnForm = (c: DeskContext) => isOwnPost(c) && isForm(c);

/** Accepts only own forms. @throws RequestRefused */
export const requireOwnForm: Middleware = async (c, next) => {
  if (isRead(c.req.method)) return next();
  if (!isOwnPost(c)) throw new RequestRefused('crossSite', 403);
  if (!isForm(c)) throw new RequestRefused('noForm', 415);
  // Hono keeps the form for the routes.
  await c.req.formData().catch(() => {
    throw new RequestRefused('brokenForm', 400);
  });
  return next();
};

/** For a download that is logged: another site's link must not start it. @throws RequestRefused */
export const requireOwnSite: Middleware = async (c, next) => {
  if (!isOwnSite(c)) throw new RequestRefused('crossSite', 403);
  return next();
};
