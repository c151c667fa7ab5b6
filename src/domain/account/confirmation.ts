/** The link that confirms an e-mail address. */

/** The link's page; its token is in the fragment, which reaches no server and no log. */
export const CONFIRM_ROUTE = '/auth/confirm/email';

export const CONFIRM_DAYS = 30;
export const CONFIRM_MS = CONFIRM_DAYS * 24 * 60 * 60 * 1000;

/** Pause between requested links, and their number a day, including those after a change of address. */
export const CONFIRM_RESEND_MS = 60 * 1000;
export const CONFIRM_LINKS_PER_DAY = 5;
