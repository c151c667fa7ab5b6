/** Raw paths. Only one spelling of each is accepted, so that guard and host cannot disagree about what was requested. */
import { API_BASE, FILES_BASE } from '../../../src/domain/api/bases.ts';

export function rawPathname(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** True for every spelling of an API path: case, encoding, doubled slashes, dots. */
export function looksLikeApi(pathname: string): boolean {
  return startsLike(pathname, API_BASE.split('/')[1] ?? '');
}

/** {@link looksLikeApi} for file links. */
export function looksLikeFiles(pathname: string): boolean {
  return startsLike(pathname, FILES_BASE.slice(1));
}

function startsLike(pathname: string, name: string): boolean {
  const segments = decodePath(pathname).toLowerCase().split(/[/\\]/);
  return segments.find((segment) => segment !== '' && segment !== '.' && segment !== '..') === name;
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** RFC 3986, section 3.3; other scripts arrive percent-encoded. */
const FILE_SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;
/** Characters that need no encoding (RFC 3986, section 2.3), separators, control characters. */
const NEEDLESS_OR_HARMFUL = /[A-Za-z0-9._~/\\-]|\p{Cc}/u;

/** {@link isPlainPath} below `/files/`. */
export function isCanonicalFilePath(pathname: string): boolean {
  return pathname.startsWith(`${FILES_BASE}/`) && isPlainPath(pathname);
}

/** True for a path without empty segments, dots, or encoded characters that have a meaning. */
export function isPlainPath(pathname: string): boolean {
  return pathname.startsWith('/') && pathname.slice(1).split('/').every(isPlainSegment);
}

function isPlainSegment(segment: string): boolean {
  if (!FILE_SEGMENT.test(segment) || segment === '.' || segment === '..') return false;
  const encoded = segment.match(/(?:%[0-9A-Fa-f]{2})+/g) ?? [];
  return encoded.every((run) => {
    try {
      return !NEEDLESS_OR_HARMFUL.test(decodeURIComponent(run));
    } catch {
      return false;
    }
  });
}
