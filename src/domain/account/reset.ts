/** The password reset flow (specification §2, §4; decisions.md "The embedded admin host"). */

/** Step → route: 0 the address is asked, 1 the code, 2 the new password. */
export const RESET_ROUTES = ['/auth/reset/password', '/auth/gmail/verify', '/auth/new/password'] as const;
export const RESET_DONE_ROUTE = '/auth/change/password/success';

export type ResetStep = 0 | 1 | 2;

export const RESET_CODE_DIGITS = 6;
export const RESET_CODE_MS = 15 * 60 * 1000;
export const RESET_CODE_TRIES = 5;
/**
 * Wrong codes for an address until it has a rest, which begins with the last of them. Of six digits, ten guesses a day find
 * 0.4 % of the codes in a year (NIST SP 800-63B §3.2.2 asks for a limit of this kind).
 */
export const RESET_WRONG_CODES = 10;
export const RESET_REST_MS = 24 * 60 * 60 * 1000;
/** How long another code has to be waited for: the page counts it down, the host holds to it. */
export const RESET_RESEND_MS = 30 * 1000;
