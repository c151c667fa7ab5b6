/** What a guarded page does when its session is missing, ends, is about to end, or becomes another one. */
import { atom } from 'nanostores';
import { SESSION_MAX_MS, SESSION_WARNING_MS } from '../../domain/account/session.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import {
  $session,
  $sessionEnd,
  forgetReturn,
  isRenewed,
  leadsToSignIn,
  loseSession,
  readReturn,
  rememberReturn,
  type SessionEnd,
  type SignInReason,
  sessionMark,
  whyLost,
} from '../api/token.ts';
import { ports } from '../browser/ports.ts';
import { forgetRecord } from './record.ts';
import {
  $recordLoad,
  $signInToRefresh,
  forgetApplicant,
  openRecord,
  refreshRecord,
  signOut,
  tellsAtSignInOnly,
} from './session.ts';

/** True when the session ended offline: the page stays, empty, until there is a network. */
export const $leftOffline = atom(false);

const SIGN_IN_ROUTE = '/auth/login';

/** Guards a page while it is open, and loads the record. @returns stops the guard */
export function guardPage(locale: Locale): () => void {
  const { signedIn, token: first } = $session.get();
  if (!signedIn) {
    forgetApplicant();
    ports.replace(localePath(locale, leadsToSignIn(ports.here()) ? SIGN_IN_ROUTE : '/'));
    return () => {};
  }
  // The next sign-in must not show an old reason.
  forgetReturn();
  let known = first;
  let mark = sessionMark();
  void openRecord(locale);
  return $session.listen(({ signedIn: still, token }) => {
    if (!still) {
      const reason = whyLost(mark);
      // Another tab detected the end of the session; this one stores its own place.
      if (reason && !readReturn()) rememberReturn(reason, ports.here());
      forgetApplicant();
      if (!ports.online()) {
        // The browser's own error page would not say what happened.
        $leftOffline.set(true);
        ports.whenOnline(() => ports.replace(localePath(locale, readReturn() ? SIGN_IN_ROUTE : '/auth')));
        return;
      }
      // Reloads after a refused token (specification §8); the guard in the page's head redirects to the sign-in page.
      if (readReturn()) ports.reload();
      else ports.replace(localePath(locale, '/auth'));
    } else if (token !== known) {
      known = token;
      mark = sessionMark();
      if (isRenewed(token)) return;
      forgetRecord();
      void openRecord(locale);
    }
  });
}

/** The warning two minutes before the end, by the clock and the last use in any tab, so that it also appears after sleep. */
export interface Expiry {
  /** Seconds until the session ends; null while no warning is due. */
  left: number | null;
  final: boolean;
}

export const FAR_AWAY: Expiry = { left: null, final: false };

export const $expiry = atom<Expiry>(FAR_AWAY);

const LOOK_EVERY_MS = 15_000;

/** The session end whose warning was dismissed; milliseconds since the epoch. */
const $seen = atom<number | null>(null);

/** Watches the clock while a guarded page is open; at the end it asks the host. @returns stops the watch */
export function watchExpiry(locale: Locale): () => void {
  let cancel = () => {};
  let asked: number | null = null;
  const look = () => {
    cancel();
    const { at, final } = endOfSession();
    const left = at - ports.now();
    const isNear = left > 0 && left <= SESSION_WARNING_MS;
    if (isNear && at !== $seen.get()) $expiry.set({ left: Math.ceil(left / 1000), final });
    else if ($expiry.get().left !== null) $expiry.set(FAR_AWAY);
    if (left <= 0 && asked !== at) {
      asked = at;
      void endWhenOver(locale);
    }
    cancel = ports.after(isNear ? 1000 : LOOK_EVERY_MS, look);
  };
  const endings = [$sessionEnd.listen(look), $seen.listen(look), ports.whenShown(look)];
  look();
  return () => {
    for (const end of endings) end();
    cancel();
  };
}

const NEVER = { at: Number.POSITIVE_INFINITY, final: false };

/** When the session ends, as far as is known: the gateway rejects a token after twelve hours; the host may do so earlier. */
function endOfSession(): SessionEnd {
  const began = sessionMark();
  if (began && tellsAtSignInOnly()) return { at: Number(began) + SESSION_MAX_MS, final: true };
  return $sessionEnd.get() ?? NEVER;
}

async function endWhenOver(locale: Locale): Promise<void> {
  await refreshRecord(locale);
  if (($recordLoad.get().error || $signInToRefresh.get()) && endOfSession().at <= ports.now()) loseSession('ended');
}

/** Dismisses the warning about a session that can't be extended, so that work can be finished. */
export function workUntilTheEnd(): void {
  const { at } = endOfSession();
  $seen.set(at);
}

/** Ends the session early, to sign in again and return to this page. */
export function signInAgain(reason: SignInReason = 'ended'): Promise<void> {
  return signOut(reason);
}

/** Extends the session: every guarded call counts as use. */
export function staySignedIn(locale: Locale): Promise<void> {
  return refreshRecord(locale);
}
