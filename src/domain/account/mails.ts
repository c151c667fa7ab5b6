/** Days for which a failing mail is retried. */
export const MAIL_RETRY_DAYS = 3;
/** Days for which operators see sent mails and can send them again. */
export const MAIL_RETENTION_DAYS = 30;
