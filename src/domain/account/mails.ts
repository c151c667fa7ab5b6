/** How long mails are of interest, in days. */

/** One that can't be sent is tried again for so long. */
export const MAIL_TRIED_DAYS = 3;
/** So long operators see what was sent, and can send it again. */
export const MAIL_KEPT_DAYS = 30;
