/** How long the admin host keeps what the contract promises; the information pages tell the same. Milliseconds. */

const HOUR_MS = 60 * 60 * 1000;

/** The answer to a creation is given again to the same idempotency key. */
export const ANSWER_MS = 24 * HOUR_MS;

/** A signed link opens its file. */
export const LINK_MS = HOUR_MS / 4;
