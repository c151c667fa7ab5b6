/**
 * A session that ends without anyone signing out (specification §8: status 403 on the authenticated client). The reason
 * and the page are remembered, the token goes; the guard of the page reacts to that. No draft is touched.
 */
import { ports } from '../browser/ports.ts';
import { rememberReturn, type SignInReason } from './return-to.ts';
import { dropToken } from './token.ts';

/** Ends the session in every tab, for a reason that the sign-in page tells. */
export function loseSession(reason: SignInReason): void {
  rememberReturn(reason, ports.here());
  dropToken(reason);
}
