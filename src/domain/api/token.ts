/**
 * A session token: letters, digits and `._~+/|-`, 20 to 4096, then up to two `=`. RFC 6750 §2.1, and `|`, which some hosts use
 * (docs/decisions/token-format.md).
 */
export const TOKEN = /^[A-Za-z0-9._~+/|-]{20,4096}={0,2}$/;
