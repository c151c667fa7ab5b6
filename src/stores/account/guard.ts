/** What a guarded page does when its session is missing, ends, is about to end, or is replaced by another one. */
import { atom } from 'nanostores';
import { SESSION_MAX_MS } from '../../domain/account/session.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import {
  $session,
  endSessionForSignIn,
  returnNote,
  type SessionEnd,
  sessionId,
  sessionToken,
} from '../api/session-token.ts';
import { ports } from '../browser/ports.ts';
import { $needsSignIn, $recordLoad, canReadRecord, clearApplicant, openRecord, refreshRecord } from './session.ts';

/** True when the session ended offline: the page stays open, without content, until there is a network. */
const $endedOffline = atom(false);

const SIGN_IN_ROUTE = '/auth/login';

/**
 * The warning two minutes before the end. It follows the clock and the last use in any tab, so that it also appears after the
 * device has slept.
 */
interface Expiry {
  /** Seconds until the session ends; null while no warning is due. */
  left: number | null;
  isFinal: boolean;
}

const NO_EXPIRY: Expiry = { left: null, isFinal: false };

const $expiry = atom<Expiry>(NO_EXPIRY);

const CHECK_EVERY_MS = 15_000;
const WARNING_MS = 2 * 60 * 1000;

const $dismissedEnd = atom<number | null>(null);

const NEVER = { at: Number.POSITIVE_INFINITY, isFinal: false };

/**
 * When the session ends, as far as the browser knows: the gateway rejects a token after twelve hours; the host may do so earlier.
 */
function endOfSession(): SessionEnd {
  const began = sessionId();
  if (began && !canReadRecord()) return { at: Number(began) + SESSION_MAX_MS, isFinal: true };
  return sessionToken.$end.get() ?? NEVER;
}

async function checkSessionEnd(locale: Locale): Promise<void> {
  await refreshRecord(locale);
  if (($recordLoad.get().refusal || $needsSignIn.get()) && endOfSession().at <= ports.now())
    endSessionForSignIn('ended');
}

export const sessionGuard = {
  $endedOffline,
  /** Guards a page while it is open, and loads the record. @returns stops the guard */
  start(locale: Locale): () => void {
    const { signedIn, token: first } = $session.get();
    if (!signedIn) {
      clearApplicant();
      ports.replace(localePath(locale, returnNote.redirects(ports.currentPath()) ? SIGN_IN_ROUTE : '/'));
      return () => {};
    }
    // A later sign-in must not show an old reason.
    returnNote.clear();
    let known = first;
    let mark = sessionId();
    void openRecord(locale);
    return $session.listen(({ signedIn: still, token }) => {
      if (!still) {
        const reason = sessionToken.endReason(mark);
        // Another tab detected the end of the session; this one stores its own place.
        if (reason && !returnNote.read()) returnNote.store(reason, ports.currentPath());
        clearApplicant();
        if (!ports.online()) {
          // The browser's own error page would not explain the end of the session.
          $endedOffline.set(true);
          ports.whenOnline(() => sessionGuard.leave(locale));
          return;
        }
        // Reloads after a refused token (requirements: forbidden-reload); the guard in the page's head redirects to the sign-in page.
        if (returnNote.read()) ports.reload();
        else ports.replace(localePath(locale, '/auth'));
      } else {
        mark = sessionId();
        if (token === known) return;
        known = token;
        if (sessionToken.isRenewed(token)) return;
        clearApplicant();
        void openRecord(locale);
      }
    });
  },
  /** Leaves the empty page of a session that ended offline. @returns false while there is no network */
  leave(locale: Locale): boolean {
    if (!ports.online()) return false;
    ports.replace(localePath(locale, returnNote.read() ? SIGN_IN_ROUTE : '/auth'));
    return true;
  },
  $expiry,
  /** Watches the clock while a guarded page is open; at the end it asks the host. @returns stops the watch */
  watch(locale: Locale): () => void {
    let cancel = () => {};
    let asked: number | null = null;
    const check = () => {
      cancel();
      const { at, isFinal } = endOfSession();
      const left = at - ports.now();
      const isNear = left > 0 && left <= WARNING_MS;
      if (isNear && at !== $dismissedEnd.get()) $expiry.set({ left: Math.ceil(left / 1000), isFinal });
      else if ($expiry.get().left !== null) $expiry.set(NO_EXPIRY);
      if (left <= 0 && asked !== at) {
        asked = at;
        void checkSessionEnd(locale);
      }
      cancel = ports.after(isNear ? 1000 : CHECK_EVERY_MS, check);
    };
    const endings = [sessionToken.$end.listen(check), $dismissedEnd.listen(check), ports.whenShown(check)];
    check();
    return () => {
      for (const end of endings) end();
      cancel();
    };
  },
  /** Dismisses the warning about a session that can't be extended, so that work can be finished. */
  dismiss(): void {
    $dismissedEnd.set(endOfSession().at);
  },
};
