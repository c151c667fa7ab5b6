/** When each error code is given; docs/api.md has the same sentences. */
import type { ErrorCode } from '../errors.ts';

export const ERROR_WORDS: Record<ErrorCode, string> = {
  malformed: "not JSON, not multipart, a part that can't be parsed",
  idempotency_required: 'creating without a key',
  token_required: 'a guarded call without a well-formed token; the host is not called',
  invalid_credentials: 'the sign-in failed, whatever the reason',
  token_rejected: "unknown, expired or revoked token, without its cookie, or another applicant's id",
  link_expired: 'a link that was used, altered, or is too old',
  cross_site: "a call that changes something, sent by another site's page",
  not_found: 'no such call, byte for byte; no such visa; a call that this host lacks',
  method_not_allowed: 'the address takes another method; `Allow` says which',
  email_taken: 'the address has an application',
  in_progress: 'the first request with this key is still being stored',
  stale: 'the change started from an older version, or nothing may be changed now',
  code_expired: 'a reset code that is too old, or was tried too often',
  too_large: 'body over its limit, refused while it streams',
  unsupported_media: "another content type than the call's",
  validation_failed: '`errors` says what',
  current_password_required: 'the sign-in is too old for this change',
  idempotency_mismatch: 'the key was used with another body',
  slow_down: 'too many calls or wrong guesses; `Retry-After` in seconds',
  internal: 'a fault of the host; nobody knows whether it has stored anything',
  host_unreachable: 'the host did not answer, or not by the contract',
  host_timeout: 'no byte for 60 seconds',
  maintenance: 'the API is closed; `Retry-After` says for how long',
  busy: 'too many large bodies at once; `Retry-After`',
};
