/**
 * The mark of a browser in which somebody signed in: `id.signature`. The gateway keeps it as a cookie and brings it back.
 * Rule: it is worth something for one address only, says nothing of it, and opens nothing: it has a count of wrong
 * passwords of its own, so that strangers who guess at the address don't keep its owner out.
 */
import type { AdminEnv } from '../runtime/env.ts';
import { keyedHash, sameDigest } from './digest.ts';
import { newKey } from './random.ts';

/** The header that carries a mark, from the host at a sign-in or a reset, and to it at a sign-in. */
export const KNOWN_BROWSER = 'X-Known-Browser';

const sign = (env: AdminEnv, addressHash: string, id: string) =>
  keyedHash(env, 'known-browser', `${addressHash} ${id}`);

/** A new mark for an address, as a header. */
export function markBrowser(env: AdminEnv, addressHash: string): Record<string, string> {
  const id = newKey();
  return { [KNOWN_BROWSER]: `${id}.${sign(env, addressHash, id)}` };
}

/** The id of the browser that sends a request, when it is known for that address; '' for every other. */
export function knownBrowser(env: AdminEnv, request: Request, addressHash: string): string {
  const [id = '', signature = ''] = (request.headers.get(KNOWN_BROWSER) ?? '').split('.', 2);
  return sameDigest(signature, sign(env, addressHash, id)) ? id : '';
}
