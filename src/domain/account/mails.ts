/** Days for which a failing mail is retried. */
export const MAIL_RETRY_DAYS = 3;
/** Days for which operators see sent mails and can send them again. */
export const MAIL_RETENTION_DAYS = 30;

/** The share of each kind in the mails of a day (UTC), so that a flood of one stops no other. */
export const MAIL_SHARES = {
  code: 0.2,
  received: 0.2,
  status: 0.2,
  visa: 0.1,
  emailConfirm: 0.05,
  passwordChanged: 0.05,
  question: 0.05,
  answer: 0.05,
  reminder: 0.03,
  emailChanged: 0.02,
  emailRestored: 0.02,
  deletionAsked: 0.01,
  deletionDeclined: 0.01,
  alarm: 0.01,
} as const;
