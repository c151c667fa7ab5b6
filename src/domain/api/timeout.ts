/** How long a call may take (specification §9). */
export const HTTP_TIMEOUT_MS = 60_000;
