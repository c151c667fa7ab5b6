/**
 * Redirects a visitor who is not signed in to the landing page; token and flag are both needed (specification §2). An address
 * with the mark of a link in a mail leads to the sign-in page, which says why and returns afterwards
 * (docs/decisions/deep-links.md), and so does a session that has just ended (stores/api/token.ts, `leadsToSignIn`).
 * A page from the back/forward cache is checked again: it may have missed a sign-out.
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
    // Refused storage: nobody is signed in.
  }
  if (token && flag === SIGNED_IN_VALUE) return;
  const query = new URLSearchParams(location.search);
  const page = /\/profile(\/[a-z]+)*(?=\/?$)/.exec(location.pathname)?.[0];
  let leadsToSignIn = /"reason":"(ended|missing|refresh)"/.test(goingBack || '');
  if (page && query.get(MAIL_QUERY) === MAIL_QUERY_VALUE) {
    if (!leadsToSignIn || !goingBack?.includes(`"${page}"`)) {
      try {
        sessionStorage.setItem(RETURN_KEY, JSON.stringify({ reason: 'link', route: page }));
      } catch {
        // Refused storage: the sign-in page can't return.
      }
    }
    leadsToSignIn = true;
  }
  const known = [query.get(LOCALE_QUERY), location.pathname.slice(1), language, document.documentElement.lang];
  const found = known.flatMap((text) => RegExp(`^(${LANGUAGES})(?![a-z])`, 'i').exec(text || '')?.[1] || []);
  location.replace(`/${(found[0] || DEFAULT_LANGUAGE).toLowerCase()}${leadsToSignIn ? '/auth/login' : ''}`);
};
check();
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) check();
});
