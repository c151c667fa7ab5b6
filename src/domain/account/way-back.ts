/** The way back from a changed address: a link in the mail to the old one. */

/** How long it is open. */
export const WAY_BACK_MS = 72 * 60 * 60 * 1000;

/** The page that the link leads to; the token stands behind `#`, which no server and no log sees. */
export const WAY_BACK_ROUTE = '/auth/restore/email';
