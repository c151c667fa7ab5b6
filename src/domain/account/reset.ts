/** Password reset (requirements: reset-steps) and restoring a changed e-mail address. */

/** Step → route: 0 e-mail address, 1 code, 2 new password. */
export const RESET_ROUTES = ['/auth/reset/password', '/auth/gmail/verify', '/auth/new/password'] as const;
export const RESET_DONE_ROUTE = '/auth/change/password/success';

export const RESET_CODE_DIGITS = 6;
export const RESET_CODE_MS = 15 * 60 * 1000;
export const RESET_CODE_TRIES = 5;
/** At least the hour in which codes are counted: an address that gets no further code still has a valid link in its mail. */
export const RESET_LINK_MS = 60 * 60 * 1000;
/** Pause between two codes; the page counts it down, the host enforces it. */
export const RESET_RESEND_MS = 30 * 1000;

export const RESTORE_EMAIL_MS = 72 * 60 * 60 * 1000;

/** The mail's page; its token is in the fragment, which reaches no server and no log. */
export const RESTORE_EMAIL_ROUTE = '/auth/restore/email';
