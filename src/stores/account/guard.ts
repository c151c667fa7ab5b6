/**
 * What a guarded page does when there is no session, no longer one, or another one, in whichever tab that was decided.
 * Change and reaction are apart: actions set stores, this listener leaves the page.
 */
import { atom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { forgetReturn, readReturn, rememberReturn } from '../api/return-to.ts';
import { $session, sessionMark, whyLost } from '../api/token.ts';
import { ports } from '../browser/ports.ts';
import { forgetRecord } from './record.ts';
import { forgetApplicant, openRecord } from './session.ts';

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
