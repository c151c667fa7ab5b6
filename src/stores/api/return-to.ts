/**
 * Why someone was sent to sign in, and where to go on afterwards. Kept in the tab; a path only, so no address of another
 * site can ever be opened through it.
 */
import { RETURN_KEY } from '../../domain/account/session.ts';
import { splitLocale } from '../../domain/i18n/paths.ts';
import { readTab, writeTab } from '../browser/tab-storage.ts';

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
