/** The session in local storage: token and logged-in flag, both required (requirements: profile-guard), and why it ended. */
import { batch, computed, type ReadableAtom } from 'nanostores';
import {
  isMailLink,
  REFRESH_TOKEN_KEY,
  RETURN_KEY,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SIGNED_IN_AT_KEY,
  SIGNED_IN_KEY,
  SIGNED_IN_VALUE,
  TOKEN_KEY,
} from '../../domain/account/session.ts';
import { splitLocale } from '../../domain/i18n/paths.ts';
import { persistentText } from '../browser/persistent-text.ts';
import { ports } from '../browser/ports.ts';
import { readTab, writeTab } from '../browser/storage.ts';

const $token = persistentText(TOKEN_KEY);
const $flag = persistentText(SIGNED_IN_KEY);

/** Milliseconds since the epoch, as text: when the session began and when it was last used, in any tab. */
const $signedInAt = persistentText(SIGNED_IN_AT_KEY);
const $lastUsedAt = persistentText('lastUsedAt');

/** A second token, which may be in the storage: read, never written (requirements: session). */
export const $refreshToken: ReadableAtom<string | undefined> = persistentText(REFRESH_TOKEN_KEY);

/** `ended`: token rejected. `missing`: no token. `link`: a mail link without a session. `refresh`: new data needs a sign-in. */
const SIGN_IN_REASONS = ['ended', 'missing', 'link', 'refresh'] as const;
export type SignInReason = (typeof SIGN_IN_REASONS)[number];

function isSignInReason(value: unknown): value is SignInReason {
  return SIGN_IN_REASONS.some((reason) => reason === value);
}

/** Which session ended without a sign-out, and why, for every tab: `ended 1762174800000`. */
const $endReason = persistentText('sessionLost');

interface Session {
  signedIn: boolean;
  token: string | null;
}

const NO_SESSION: Session = { signedIn: false, token: null };

/** Characters that a token may have in `Authorization`; any other would make every call fail. */
const HEADER_VALUE = /^[\x21-\x7e]{1,4096}$/;

/**
 * The session, the same in every tab. $endReason is first, so that the reason is known when the token is removed; $signedInAt is
 * last, so that {@link sessionId} is known until then. It changes alone when a host returns the same token to a new sign-in.
 */
export const $session = computed([$endReason, $token, $flag, $signedInAt], (_, token, flag): Session => {
  return token && flag === SIGNED_IN_VALUE && HEADER_VALUE.test(token) ? { signedIn: true, token } : NO_SESSION;
});

export interface SessionEnd {
  /** When the session ends, in milliseconds since the epoch. */
  at: number;
  /** True after twelve hours: use no longer extends the session. */
  isFinal: boolean;
}

let renewed: string | null = null;

export function sessionId(): string | null {
  return $session.get().signedIn ? ($signedInAt.get() ?? '') : null;
}

/** Ends the session in every tab, and stores the page for the sign-in. */
export function endSessionForSignIn(reason: SignInReason): void {
  returnNote.store(reason, ports.currentPath());
  sessionToken.end(reason);
}

export interface ReturnNote {
  reason: SignInReason;
  route: string;
}

const routeOf = (address: string) => splitLocale(address.split(/[?#]/)[0] ?? '/').path;

/** Begins, renews and ends the session, in every tab. */
export const sessionToken = {
  NONE: NO_SESSION,
  $end: computed([$session, $signedInAt, $lastUsedAt], ({ signedIn }, began, used): SessionEnd | null => {
    if (!signedIn || !began || !used) return null;
    const last = Number(began) + SESSION_MAX_MS;
    const idle = Number(used) + SESSION_IDLE_MS;
    return { at: Math.min(last, idle), isFinal: last <= idle };
  }),
  start(token: string): void {
    const now = String(ports.now());
    batch(() => {
      $signedInAt.set(now);
      $lastUsedAt.set(now);
      $endReason.set(undefined);
      $token.set(token);
      $flag.set(SIGNED_IN_VALUE);
    });
  },
  /** Replaces the token after a new sign-in of the same applicant in this tab. */
  renew(token: string): void {
    renewed = token;
    sessionToken.start(token);
  },
  isRenewed: (token: string | null): boolean => token !== null && token === renewed,
  /** Ends the session in every tab; the guard of each page reacts. @param reason set unless the applicant signed out */
  end(reason?: SignInReason): void {
    const id = sessionId();
    batch(() => {
      if (reason && id !== null) $endReason.set(`${reason} ${id}`);
      for (const $text of [$flag, $token, $signedInAt, $lastUsedAt]) $text.set(undefined);
    });
  },
  /** Why a session ended in any tab; null after a sign-out. @param id of {@link sessionId} */
  endReason(id: string | null): SignInReason | null {
    const [reason, endedId] = ($endReason.get() ?? '').split(' ');
    return endedId === id && isSignInReason(reason) ? reason : null;
  },
  storeUse(): void {
    if ($session.get().signedIn) $lastUsedAt.set(String(ports.now()));
  },
};

/** Why a sign-in is needed, and the page to return to; stored in the tab. */
export const returnNote = {
  /** Stores a reason and a path, never a URL of another site. */
  store(reason: SignInReason, path: string): void {
    writeTab(RETURN_KEY, { reason, route: routeOf(path) });
  },
  /** Accepts only routes of the profile. */
  read(): ReturnNote | null {
    const note = readTab(RETURN_KEY) as Partial<ReturnNote> | null;
    if (!isSignInReason(note?.reason) || typeof note.route !== 'string') return null;
    return /^\/profile(\/[a-z]+)*$/.test(note.route) ? { reason: note.reason, route: note.route } : null;
  },
  clear(): void {
    writeTab(RETURN_KEY, null);
  },
  /** Whether a guarded page without a session redirects to the sign-in. The same rule is in layouts/inline/profile-guard.ts. */
  redirects(address: string): boolean {
    const note = returnNote.read();
    const hasEnded = note !== null && note.reason !== 'link';
    if (!isMailLink(address)) return hasEnded;
    if (!hasEnded || note.route !== routeOf(address)) returnNote.store('link', address);
    return true;
  },
};
