/** The longest call (specification §9). */
export const HTTP_TIMEOUT_MS = 60_000;
