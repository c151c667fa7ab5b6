/**
 * What a guarded page does when there is no session, no longer one, or another one, in whichever tab that was decided.
 * Change and reaction are apart: actions set stores, this listener leaves the page.
 */
import { atom } from 'nanostores';
import { SESSION_WARNING_MS } from '../../domain/account/session.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import {
  $session,
  $sessionEnd,
  forgetReturn,
  loseSession,
  readReturn,
  rememberReturn,
  sessionMark,
  whyLost,
} from '../api/token.ts';
import { ports } from '../browser/ports.ts';
import { forgetRecord } from './record.ts';
import { $recordLoad, forgetApplicant, openRecord, refreshRecord, signOut } from './session.ts';

/** True when the session ended without a network: this page stays, empty, until there is one. */
export const $leftOffline = atom(false);

/** Where someone signs in. */
export const SIGN_IN_ROUTE = '/auth/login';

/**
 * Guards a page as long as it is open, and has the record read.
 * @returns ends the watch
 */
export function guardPage(locale: Locale): () => void {
  const { signedIn, token: first } = $session.get();
  if (!signedIn) {
    forgetApplicant();
    ports.replace(localePath(locale, readReturn() ? SIGN_IN_ROUTE : '/'));
    return () => {};
  }
  // Whoever is in needs no reason to sign in; an old one must not be told the next time.
  forgetReturn();
  let known = first;
  let mark = sessionMark();
  void openRecord(locale);
  return $session.listen(({ signedIn: still, token }) => {
    if (!still) {
      const reason = whyLost(mark);
      // Another tab met the end of the session; this one had its own place.
      if (reason && !readReturn()) rememberReturn(reason, ports.here());
      forgetApplicant();
      if (!ports.online()) {
        // Another page can't be had now, and a browser's own error page would leave doubt about what happened.
        $leftOffline.set(true);
        ports.whenOnline(() => ports.replace(localePath(locale, readReturn() ? SIGN_IN_ROUTE : '/auth')));
        return;
      }
      // A refused token reloads the page (specification §8); the guard in its head then leads to the sign-in page.
      if (readReturn()) ports.reload();
      else ports.replace(localePath(locale, '/auth'));
    } else if (token !== known) {
      known = token;
      mark = sessionMark();
      forgetRecord();
      void openRecord(locale);
    }
  });
}

/**
 * The end of a session, seen from the browser: a warning two minutes before, by the clock and by what every tab last did,
 * so that it also comes after a laptop slept. The host decides on the end; without its word the clock does.
 */
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

/** The end that somebody has seen coming and wants to work up to; milliseconds since the epoch. */
const $seen = atom<number | null>(null);

/**
 * Watches the clock as long as a guarded page is open. When the time is over the host is asked, and its refusal ends the
 * session like any other; nothing personal stays on the screen when it can't be asked.
 * @returns ends the watch
 */
export function watchExpiry(locale: Locale): () => void {
  let callOff = () => {};
  let asked: number | null = null;
  const look = () => {
    callOff();
    const { at, final } = $sessionEnd.get() ?? NEVER;
    const left = at - ports.now();
    const isNear = left > 0 && left <= SESSION_WARNING_MS;
    if (isNear && at !== $seen.get()) $expiry.set({ left: Math.ceil(left / 1000), final });
    else if ($expiry.get().left !== null) $expiry.set(FAR_AWAY);
    if (left <= 0 && asked !== at) {
      asked = at;
      void endWhenOver(locale);
    }
    callOff = ports.after(isNear ? 1000 : LOOK_EVERY_MS, look);
  };
  const endings = [$sessionEnd.listen(look), $seen.listen(look), ports.whenShown(look)];
  look();
  return () => {
    for (const end of endings) end();
    callOff();
  };
}

const NEVER = { at: Number.POSITIVE_INFINITY, final: false };

async function endWhenOver(locale: Locale): Promise<void> {
  await refreshRecord(locale);
  if ($recordLoad.get().error && ($sessionEnd.get() ?? NEVER).at <= ports.now()) loseSession('ended');
}

/** Closes the warning about an end that nothing can move, so that what was begun can be finished before it. */
export function workUntilTheEnd(): void {
  $seen.set($sessionEnd.get()?.at ?? null);
}

/** Ends a session that ends soon anyway, to begin a new one and come back to this page. */
export function signInAgain(): Promise<void> {
  return signOut('ended');
}

/** Stays signed in: every guarded call counts as use. */
export function staySignedIn(locale: Locale): Promise<void> {
  return refreshRecord(locale);
}
