/**
 * Portal addresses of files in another host's records (docs/host.md, "Files"). The references stay as the host wrote them, since
 * they are sent back to it. Browsers open only the portal's own `/files/…`, so that no page has to allow another origin.
 */
import { FILES_BASE } from '../../../src/domain/api/bases.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import type { ApplicantRecord } from '../../../src/domain/application/record.ts';
import { recordFilesOf } from '../../../src/domain/application/record-files.ts';
import { isCanonicalFilePath, isPlainPath } from '../request/canonical.ts';
import { createHmac } from '../request/signature.ts';

/** Prefix of sealed links to listed paths of the host, at `/files/~/<seal>/<path>`; no host uses it. */
const SEALED_BASE = `${FILES_BASE}/~/`;
const SEALED = /^\/files\/~\/([A-Za-z0-9_-]{43})(\/.+)$/;

/** Sealed links: each opens one path, in the browser that received it, while that browser is signed in. */
interface HostFiles {
  isListed(path: string): boolean;
  /** The portal's address of a listed path. @param browser binding cookie of the browser that may open it */
  link(path: string, browser: string): Promise<string>;
  /** The host's path of a sealed link. @throws Refusal 404 for an unlisted path, 403 for another browser's link */
  open(address: { pathname: string; hasQuery: boolean }, browser: string | null): Promise<string>;
}

export const isSealedLink = (pathname: string): boolean => pathname.startsWith(SEALED_BASE);

/** @param prefixes begin and end with a slash (env.ts) */
export function createHostFiles({ secret, prefixes }: { secret: string; prefixes: readonly string[] }): HostFiles {
  const hmac = createHmac(secret);
  // No token begins in this way, so that a seal never equals a binding cookie.
  const sealed = (path: string, browser: string) => `file\n${browser}\n${path}`;
  const isListed = (path: string) =>
    isPlainPath(path) && prefixes.some((prefix) => path.startsWith(prefix) && path.length > prefix.length);
  return {
    isListed,
    async link(path, browser) {
      const seal = await hmac.sign(sealed(path, browser));
      return `${SEALED_BASE}${seal.toString('base64url')}${path}`;
    },
    async open({ pathname, hasQuery }, browser) {
      const [, seal = '', path = ''] = SEALED.exec(pathname) ?? [];
      if (hasQuery || !isListed(path)) throw new Refusal('not_found', 'There is no such file');
      const isOwn = browser !== null && (await hmac.verify(seal, sealed(path, browser)));
      if (!isOwn) throw new Refusal('link_expired', 'The link is not valid in this browser');
      return path;
    },
  };
}

export interface OtherHost {
  origin: string;
  files: HostFiles;
}

/**
 * The portal's address of a host's file: the path below `/files/`, or a sealed link below a listed prefix. Null for another
 * origin or path, or a spelling that the gateway does not route. @param browser binding cookie of the browser that may open it;
 * null for none yet
 */
async function portalLink(reference: string, host: OtherHost, browser: string | null): Promise<string | null> {
  if (isCanonicalFilePath(reference)) return reference;
  const url = URL.parse(reference, host.origin);
  if (url?.origin !== host.origin) return null;
  if (isCanonicalFilePath(url.pathname)) return url.pathname + url.search;
  const hasMore = /[?#]/.test(reference) || url.username !== '' || url.password !== '';
  if (browser === null || hasMore || hasDotSegments(reference) || !host.files.isListed(url.pathname)) return null;
  return host.files.link(url.pathname, browser);
}

/** True for dot segments and backslashes, which URL parsers resolve. */
const hasDotSegments = (reference: string) => /\\|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(reference);

/**
 * The portal's address of each reference of a record. @param browser binding cookie of the browser that may open them; null for
 * none yet @returns `hidden`: fields whose files the portal cannot open
 */
export async function linkFiles(
  record: ApplicantRecord,
  host: OtherHost,
  browser: string | null,
): Promise<{ file_links: Record<string, string>; hidden: string[] }> {
  const file_links: Record<string, string> = {};
  const hidden = new Set<string>();
  for (const { name, reference } of recordFilesOf(record)) {
    const link = await portalLink(reference, host, browser);
    if (link === null) hidden.add(name);
    else file_links[reference] = link;
  }
  return { file_links, hidden: [...hidden] };
}
