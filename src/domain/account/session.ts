/** How long a session lives (decisions.md, "Session"). The admin host enforces it; the browser warns before the end. */

/** From sign-in, whatever happens. */
export const SESSION_MAX_MS = 12 * 60 * 60 * 1000;
/** Without a call. */
export const SESSION_IDLE_MS = 30 * 60 * 1000;
/** How long before the end the portal says so. */
export const SESSION_WARNING_MS = 2 * 60 * 1000;

/** How long a sign-in stands for the current password where one is asked for. */
export const FRESH_SIGN_IN_MS = 10 * 60 * 1000;

/** How long a browser is known in which somebody signed in: who follows an application comes back sooner. */
export const KNOWN_BROWSER_MS = 180 * 24 * 60 * 60 * 1000;

/** Local storage keys (specification §9). `refreshToken` is read, never written. */
export const TOKEN_KEY = 'token';
export const REFRESH_TOKEN_KEY = 'refreshToken';
/** Local storage key of the logged-in flag; both it and the token are needed. */
export const SIGNED_IN_KEY = 'signedIn';
/** Session storage key: why someone has to sign in again, and the route to return to. The guard in the head reads it. */
export const RETURN_KEY = 'returnTo';
/** Local storage key: when the session began, in milliseconds as text. It names the session without telling its token. */
export const SIGNED_IN_AT_KEY = 'signedInAt';
/** Session storage key of the applicant's record and the session that it was read in. The script in every head reads it. */
export const RECORD_KEY = 'applicant';
