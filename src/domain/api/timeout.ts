/** The longest silence of a call (requirements: call-timeout). */
export const HTTP_TIMEOUT_MS = 60_000;
