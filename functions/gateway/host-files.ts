/**
 * Files at another host's own paths (docs/host.md, "Files"): listed prefixes, at `/files/~/<seal>/<path>`. Rule: a link opens
 * one path, in the browser that received it, while that browser is signed in.
 */
import { FILES_BASE } from '../../src/domain/api/bases.ts';
import { Refusal } from './call.ts';
import { isPlainPath } from './canonical.ts';
import { createHmac } from './hmac.ts';

/** Prefix of sealed links; no host uses it. */
const SEALED_BASE = `${FILES_BASE}/~/`;
const SEALED = /^\/files\/~\/([A-Za-z0-9_-]{43})(\/.+)$/;

export interface HostFiles {
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
  // No token begins so: a seal never equals a binding cookie.
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
