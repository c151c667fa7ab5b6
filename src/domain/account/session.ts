/** When a session expires; the admin host enforces it, the browser warns before. Keys of storage (specification §9). */

/** From sign-in, whatever happens. */
export const SESSION_MAX_MS = 12 * 60 * 60 * 1000;
export const SESSION_IDLE_MS = 30 * 60 * 1000;
export const SESSION_WARNING_MS = 2 * 60 * 1000;

/** A sign-in as young as this replaces the current password where one is asked for. */
export const FRESH_SIGN_IN_MS = 10 * 60 * 1000;

/** How long a browser in which somebody signed in is a known one. */
export const KNOWN_BROWSER_MS = 180 * 24 * 60 * 60 * 1000;

/** Local storage. `refreshToken` is read, never written. */
export const TOKEN_KEY = 'token';
export const REFRESH_TOKEN_KEY = 'refreshToken';
/** Local storage: the logged-in flag; both it and the token are needed. */
export const SIGNED_IN_KEY = 'signedIn';
export const SIGNED_IN_VALUE = 'yes';
/** Query of the links in our mails. Without a session only an address that carries it leads to the sign-in page and back. */
export const MAIL_QUERY = 'from';
export const MAIL_QUERY_VALUE = 'mail';

/** The route with the mark of a link in a mail. */
export const mailRoute = (route: string) => `${route}?${MAIL_QUERY}=${MAIL_QUERY_VALUE}`;

/** Session storage: why someone has to sign in again, and the route to return to. */
export const RETURN_KEY = 'returnTo';
/** Local storage: when the session began, in milliseconds as text. It names the session without its token. */
export const SIGNED_IN_AT_KEY = 'signedInAt';
/** Session storage: the applicant's record and the session that it was read in. */
export const RECORD_KEY = 'applicant';
