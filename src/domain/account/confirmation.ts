const DAYS = 30;

/** The link that confirms an e-mail address. */
export const CONFIRMATION = {
  /** The link's page; its token is in the fragment, which reaches no server and no log. */
  route: '/auth/confirm/email',
  days: DAYS,
  ms: DAYS * 24 * 60 * 60 * 1000,
  /** Pause between requested links, and their number a day, including those after a change of address. */
  resendMs: 60 * 1000,
  linksPerDay: 5,
};
