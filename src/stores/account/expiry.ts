/**
 * The end of a session, seen from the browser: a warning two minutes before, by the clock and by what every tab last did,
 * so that it also comes after a laptop slept. The host is the one who ends it.
 */
import { atom } from 'nanostores';
import { SESSION_WARNING_MS } from '../../domain/account/session.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { ports } from '../browser/ports.ts';
import { refreshRecord } from './session.ts';
import { $sessionEnd } from './token.ts';

export interface Expiry {
  /** Seconds until the session ends; null while that is far away. */
  left: number | null;
  /** Only a new sign-in helps. */
  final: boolean;
}

export const FAR_AWAY: Expiry = { left: null, final: false };

export const $expiry = atom<Expiry>(FAR_AWAY);

/** How often the clock is looked at while the end is far away. */
const LOOK_EVERY_MS = 15_000;

/**
 * Watches the clock as long as a guarded page is open. When the time is over the host is asked, and its refusal ends the
 * session like any other.
 * @returns ends the watch
 */
export function watchExpiry(locale: Locale): () => void {
  let callOff = () => {};
  let asked = false;
  const look = () => {
    callOff();
    const end = $sessionEnd.get();
    const left = end ? end.at - ports.now() : null;
    if (left !== null && left <= 0) {
      $expiry.set(FAR_AWAY);
      if (!asked) void refreshRecord(locale);
      asked = true;
    } else if (left !== null && left <= SESSION_WARNING_MS) {
      $expiry.set({ left: Math.ceil(left / 1000), final: end?.final ?? false });
    } else {
      asked = false;
      if ($expiry.get().left !== null) $expiry.set(FAR_AWAY);
    }
    callOff = ports.after(left !== null && left > 0 && left <= SESSION_WARNING_MS ? 1000 : LOOK_EVERY_MS, look);
  };
  const forget = $sessionEnd.listen(look);
  look();
  return () => {
    forget();
    callOff();
  };
}

/** Stays signed in: any guarded call counts as use. */
export function staySignedIn(locale: Locale): Promise<void> {
  return refreshRecord(locale);
}
