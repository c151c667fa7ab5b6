/**
 * The token and the logged-in flag in local storage: the only things about a session that outlive a tab. Both are
 * needed (specification §4, §6). `refreshToken` is a host's own affair: read, never written.
 */
import { persistentAtom } from '@nanostores/persistent';
import { batch, computed, type ReadableAtom } from 'nanostores';
import {
  REFRESH_TOKEN_KEY,
  RETURN_KEY,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SIGNED_IN_AT_KEY,
  SIGNED_IN_KEY,
  TOKEN_KEY,
} from '../../domain/account/session.ts';
import { splitLocale } from '../../domain/i18n/paths.ts';
import { ports } from '../browser/ports.ts';
import { readTab, writeTab } from '../browser/storage.ts';

const YES = 'yes';

const $token = persistentAtom<string | undefined>(TOKEN_KEY, undefined);
const $flag = persistentAtom<string | undefined>(SIGNED_IN_KEY, undefined);

/** Instants in milliseconds, as text: when the session began and when it was last used, in any tab. */
const $signedInAt = persistentAtom<string | undefined>(SIGNED_IN_AT_KEY, undefined);
const $lastUsedAt = persistentAtom<string | undefined>('lastUsedAt', undefined);

/** A host's own second token, where one has put it (specification §9). Read only: nothing here writes or removes it. */
export const $refreshToken: ReadableAtom<string | undefined> = persistentAtom<string | undefined>(
  REFRESH_TOKEN_KEY,
  undefined,
);

/** Which session ended without anyone signing out, and why, so that every tab can say it: `ended 1762174800000`. */
const $lost = persistentAtom<string | undefined>('sessionLost', undefined);

export interface Session {
  signedIn: boolean;
  token: string | null;
}

export const NO_SESSION: Session = { signedIn: false, token: null };

/**
 * The session of this browser, the same in every tab. It listens to the reason first: another tab writes that before it
 * takes the token away, and whoever hears of the end can ask {@link whyLost} at once.
 */
export const $session = computed([$lost, $token, $flag], (_, token, flag): Session => {
  return token && flag === YES ? { signedIn: true, token } : NO_SESSION;
});

export interface SessionEnd {
  /** Milliseconds since the epoch. */
  at: number;
  /** Nothing that is done can move it: twelve hours after the sign-in. */
  final: boolean;
}

/** When the session ends if nothing is done; null without one. */
export const $sessionEnd = computed(
  [$session, $signedInAt, $lastUsedAt],
  ({ signedIn }, began, used): SessionEnd | null => {
    if (!signedIn || !began || !used) return null;
    const last = Number(began) + SESSION_MAX_MS;
    const idle = Number(used) + SESSION_IDLE_MS;
    return { at: Math.min(last, idle), final: last <= idle };
  },
);

/** Begins a session. */
export function keepToken(token: string): void {
  const now = String(ports.now());
  batch(() => {
    $signedInAt.set(now);
    $lastUsedAt.set(now);
    $lost.set(undefined);
    $token.set(token);
    $flag.set(YES);
  });
}

/**
 * Ends the session in every tab. What follows from it is up to those who listen to {@link $session}.
 * @param reason given when nobody signed out
 */
export function dropToken(reason?: SignInReason): void {
  const mark = sessionMark();
  batch(() => {
    if (reason && mark !== null) $lost.set(`${reason} ${mark}`);
    for (const $kept of [$flag, $token, $signedInAt, $lastUsedAt]) $kept.set(undefined);
  });
}

/** Notes that the host has just accepted the token. */
export function noteUse(): void {
  if ($session.get().signedIn) $lastUsedAt.set(String(ports.now()));
}

/** Why a session ended in this or another tab; null when somebody signed out. @param mark of {@link sessionMark} */
export function whyLost(mark: string | null): SignInReason | null {
  const [reason, lost] = ($lost.get() ?? '').split(' ');
  return lost === mark && isSignInReason(reason) ? reason : null;
}

/** Names this session without telling its token; null without a session. */
export function sessionMark(): string | null {
  return $session.get().signedIn ? ($signedInAt.get() ?? '') : null;
}

/**
 * A session that ends without anyone signing out (specification §8: status 403 on the authenticated client). The reason
 * and the page are remembered, the token goes; the guard of the page reacts to that. No draft is touched.
 */
/** Ends the session in every tab, for a reason that the sign-in page tells. */
export function loseSession(reason: SignInReason): void {
  rememberReturn(reason, ports.here());
  dropToken(reason);
}

/**
 * Why someone was sent to sign in, and where to go on afterwards. Kept in the tab; a path only, so no address of another
 * site can ever be opened through it.
 */
/**
 * `ended`: the host no longer accepts the token. `missing`: what was sent was no token at all. `link`: somebody followed a
 * link to a page of the account without being signed in (layouts/head-scripts.ts notes it).
 */
export const SIGN_IN_REASONS = ['ended', 'missing', 'link'] as const;
export type SignInReason = (typeof SIGN_IN_REASONS)[number];

/** True for one of the reasons; storage may hold anything. */
export function isSignInReason(value: unknown): value is SignInReason {
  return SIGN_IN_REASONS.some((reason) => reason === value);
}

export interface ReturnNote {
  reason: SignInReason;
  /** Route without language. */
  route: string;
}

/** Remembers why and from where someone is sent away. */
export function rememberReturn(reason: SignInReason, path: string): void {
  writeTab(RETURN_KEY, { reason, route: splitLocale(path.split(/[?#]/)[0] ?? '/').path });
}

/** The note, or null. Only routes of the profile are believed. */
export function readReturn(): ReturnNote | null {
  const note = readTab(RETURN_KEY) as Partial<ReturnNote> | null;
  if (!isSignInReason(note?.reason) || typeof note.route !== 'string') return null;
  return /^\/profile(\/[a-z]+)*$/.test(note.route) ? { reason: note.reason, route: note.route } : null;
}

/** Forgets the note. */
export function forgetReturn(): void {
  writeTab(RETURN_KEY, null);
}
