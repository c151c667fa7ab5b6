/** The link that confirms an e-mail address. */

/** The page of the link; its token is in the fragment, which reaches no server and no log. */
export const CONFIRM_ROUTE = '/auth/confirm/email';

/** For how long the link works. */
export const CONFIRM_DAYS = 30;
export const CONFIRM_MS = CONFIRM_DAYS * 24 * 60 * 60 * 1000;

/** Between two links that an applicant asks for, and how many there are in a day, those after a change of address included. */
export const CONFIRM_RESEND_MS = 60 * 1000;
export const CONFIRM_LINKS_A_DAY = 5;
