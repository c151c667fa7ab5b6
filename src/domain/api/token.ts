/** A session token (RFC 6750 §2.1), also with `|`, which some hosts use (docs/decisions/tokens.md). */
export const TOKEN = /^[A-Za-z0-9._~+/|-]{20,4096}={0,2}$/;
