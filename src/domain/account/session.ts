/** When a session expires (enforced by the admin host, announced by the browser), and storage keys (requirements: session). */

/** How long a session lasts from sign-in, regardless of activity. */
export const SESSION_MAX_MS = 12 * 60 * 60 * 1000;
export const SESSION_IDLE_MS = 30 * 60 * 1000;

/** How long after a sign-in the current password is not asked for again. */
export const FRESH_SIGN_IN_MS = 10 * 60 * 1000;

export const KNOWN_BROWSER_MS = 180 * 24 * 60 * 60 * 1000;

/** Local storage. `refreshToken` is read, never written. */
export const TOKEN_KEY = 'token';
export const REFRESH_TOKEN_KEY = 'refreshToken';
/** Local storage: the signed-in flag, required besides the token. */
export const SIGNED_IN_KEY = 'signedIn';
export const SIGNED_IN_VALUE = 'yes';
/** Query parameter in the links of our mails. Without a session, only a URL with it leads to sign-in and back to the page. */
export const MAIL_QUERY = 'from';
export const MAIL_QUERY_VALUE = 'mail';

export const mailRoute = (route: string) => `${route}?${MAIL_QUERY}=${MAIL_QUERY_VALUE}`;

/** True for a URL such as `/ru/profile/status?from=mail`, which a mail links to. */
export function isMailLink(address: string): boolean {
  const [, query = ''] = (address.split('#')[0] ?? '').split('?');
  return query.split('&').includes(`${MAIL_QUERY}=${MAIL_QUERY_VALUE}`);
}

/** Session storage: why a new sign-in is needed, and the route to return to. */
export const RETURN_KEY = 'returnTo';
/** Local storage: when the session began, in milliseconds as text. Identifies the session without its token. */
export const SIGNED_IN_AT_KEY = 'signedInAt';
/** Session storage: the applicant's record and the session that read it. */
export const RECORD_KEY = 'applicant';

/** A session token (RFC 6750, section 2.1), also with `|`, which some hosts use (docs/decisions/tokens.md). */
export const TOKEN = /^[A-Za-z0-9._~+/|-]{20,4096}={0,2}$/;
