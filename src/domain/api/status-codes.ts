/** Codes of refusals for responses without a body of the contract. */
import type { RefusalCode } from './refusal-codes.ts';

export interface CallTraits {
  isSignIn?: boolean;
  isGuarded?: boolean;
  /** The host may lack the call, or the resource that it reads. */
  mayBeAbsent?: boolean;
  hasCode?: boolean;
}

/**
 * The code of a response without a body of the contract, from another host or a proxy (docs/host.md, "Errors"). A 4xx means that
 * the call was refused, unless HTTP or the call gives it a meaning. Any other status (`host_unreachable`, `host_timeout`) leaves
 * open whether the call was done.
 */
export function codeOfStatus(status: number, call: CallTraits): RefusalCode {
  if (status === 504) return 'host_timeout';
  if (status < 400 || status >= 500 || status === 408) return 'host_unreachable';
  if (status === 401 && call.isSignIn) return 'invalid_credentials';
  if (status === 401 && call.isGuarded) return 'token_required';
  // 419: Laravel, 440: IIS; both an ended session.
  if ([403, 419, 440].includes(status) && call.isGuarded) return 'token_rejected';
  if ((status === 404 || status === 405) && call.mayBeAbsent) return 'not_found';
  if (status === 410 && call.hasCode) return 'code_expired';
  return BY_STATUS[status] ?? 'refused';
}

const BY_STATUS: Record<number, RefusalCode> = {
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media',
  422: 'validation_failed',
  429: 'slow_down',
};
