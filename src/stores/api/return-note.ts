/** Why a visitor has to sign in, and the page to return to; in the tab. */
import { isMailLink, RETURN_KEY } from '../../domain/account/session.ts';
import { splitLocale } from '../../domain/i18n/paths.ts';
import { ports } from '../browser/ports.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import { endSession, isSignInReason, type SignInReason } from './session-token.ts';

/** Ends the session in every tab, and stores the page for the sign-in. */
export function endSessionForSignIn(reason: SignInReason): void {
  storeReturn(reason, ports.currentPath());
  endSession(reason);
}

export interface ReturnNote {
  reason: SignInReason;
  route: string;
}

/** Stores a reason and a path, never a URL of another site. */
export function storeReturn(reason: SignInReason, path: string): void {
  writeTab(RETURN_KEY, { reason, route: routeOf(path) });
}

const routeOf = (address: string) => splitLocale(address.split(/[?#]/)[0] ?? '/').path;

/** Accepts only routes of the profile. */
export function readReturn(): ReturnNote | null {
  const note = readTab(RETURN_KEY) as Partial<ReturnNote> | null;
  if (!isSignInReason(note?.reason) || typeof note.route !== 'string') return null;
  return /^\/profile(\/[a-z]+)*$/.test(note.route) ? { reason: note.reason, route: note.route } : null;
}

/** Whether a guarded page without a session redirects to the sign-in; same rule as layouts/inline/profile-guard.ts. */
export function redirectsToSignIn(address: string): boolean {
  const note = readReturn();
  const hasEnded = note !== null && note.reason !== 'link';
  if (!isMailLink(address)) return hasEnded;
  if (!hasEnded || note.route !== routeOf(address)) storeReturn('link', address);
  return true;
}

export function clearReturn(): void {
  writeTab(RETURN_KEY, null);
}
