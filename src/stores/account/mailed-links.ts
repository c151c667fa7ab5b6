/** The actions of links in mails. Their tokens are in the URL's fragment, and stored nowhere. */
import { atom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callEndpoint } from '../api/client.ts';
import { ports } from '../browser/ports.ts';
import { createAccountForm } from './form.ts';

function createMailedLink(id: 'restoreEmail' | 'confirmEmail') {
  const { $state, $wait, clear, submit } = createAccountForm(['token']);
  /** Of the link in the address; null before the page was opened. */
  const $token = atom<string | null>(null);
  const read = () => {
    const [, token = ''] = ports.currentPath().split('#');
    // The skip link stays within the page.
    if (token === 'main' && $token.get() !== null) return;
    clear();
    $token.set(token);
  };
  return {
    $state,
    $wait,
    $token,
    /** Follows the address: another link opened over this one loads no page. @returns stops it */
    open(): () => void {
      read();
      addEventListener('hashchange', read);
      return () => removeEventListener('hashchange', read);
    },
    /** @param more of the body */
    submit: (token: string, locale: Locale, more: { free?: true } = {}) =>
      submit(
        () => ({}),
        () => callEndpoint(id, { json: { token, ...more }, locale }),
      ),
  };
}

export const mailedLinks = {
  /** Restores the previous address; every token and the password are revoked. */
  restore: createMailedLink('restoreEmail'),
  /** Confirms the address that the link went to, or frees it for its owner, who has not applied. */
  confirm: createMailedLink('confirmEmail'),
};
