/** The password reset flow (specification §2, §4; decisions.md "The embedded admin host"). */

/** Step → route: 0 the address is asked, 1 the code, 2 the new password. */
export const RESET_ROUTES = ['/auth/reset/password', '/auth/gmail/verify', '/auth/new/password'] as const;
export const RESET_DONE_ROUTE = '/auth/change/password/success';

export type ResetStep = 0 | 1 | 2;

export const RESET_CODE_DIGITS = 6;
export const RESET_CODE_MS = 15 * 60 * 1000;
export const RESET_CODE_TRIES = 5;
/** How long another code has to be waited for: the page counts it down, the host holds to it. */
export const RESET_RESEND_MS = 30 * 1000;
