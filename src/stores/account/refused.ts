/**
 * A token that the host refuses (specification §8: status 403 on the authenticated client). The reason and the page are
 * remembered, the token goes; the guard of the page reacts to that. The draft of an application is not touched.
 */
import { ports } from '../browser/ports.ts';
import { rememberReturn } from './return-to.ts';
import { dropToken } from './token.ts';

/** Ends the session because the host said so. */
export function endRefusedSession(): void {
  rememberReturn('ended', ports.here());
  dropToken();
}
