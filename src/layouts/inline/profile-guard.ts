/**
 * Redirects visitors without token and flag to the landing page (requirements: profile-guard). An address with a mail's mark,
 * or a session that has just ended, leads to the sign-in page, which says why and returns (docs/decisions/sessions.md;
 * stores/api/session-token.ts, `returnNote.redirects`). Checks pages from the back/forward cache again.
 */
import {
  MAIL_QUERY,
  MAIL_QUERY_VALUE,
  RETURN_KEY,
  SIGNED_IN_KEY,
  SIGNED_IN_VALUE,
  TOKEN_KEY,
} from '../../domain/account/session.ts';
import { LOCALE_QUERY, LOCALE_STORAGE_KEY } from '../../domain/i18n/paths.ts';

const check = () => {
  let [token, flag, language, goingBack]: (string | null)[] = ['', '', '', ''];
  try {
    goingBack = sessionStorage.getItem(RETURN_KEY);
    token = localStorage.getItem(TOKEN_KEY);
    flag = localStorage.getItem(SIGNED_IN_KEY);
    language = localStorage.getItem(LOCALE_STORAGE_KEY);
  } catch {
    // Storage is blocked, so the visitor is not signed in.
  }
  if (token && flag === SIGNED_IN_VALUE) return;
  const query = new URLSearchParams(location.search);
  const page = /\/profile(\/[a-z]+)*(?=\/?$)/.exec(location.pathname)?.[0];
  let redirectsToSignIn = /"reason":"(ended|missing|refresh)"/.test(goingBack || '');
  if (page && query.get(MAIL_QUERY) === MAIL_QUERY_VALUE) {
    if (!redirectsToSignIn || !goingBack?.includes(`"${page}"`)) {
      try {
        sessionStorage.setItem(RETURN_KEY, JSON.stringify({ reason: 'link', route: page }));
      } catch {
        // Storage is blocked, so the sign-in page cannot return.
      }
    }
    redirectsToSignIn = true;
  }
  const known = [query.get(LOCALE_QUERY), location.pathname.slice(1), language, document.documentElement.lang];
  const found = known.flatMap((text) => RegExp(`^(${LANGUAGES})(?![a-z])`, 'i').exec(text || '')?.[1] || []);
  location.replace(`/${(found[0] || DEFAULT_LANGUAGE).toLowerCase()}${redirectsToSignIn ? '/auth/login' : ''}`);
};
check();
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) check();
});
