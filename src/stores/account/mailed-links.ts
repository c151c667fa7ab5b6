/** The actions of links in mails. Their tokens are in the URL's fragment, and stored nowhere. */
import { atom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callEndpoint } from '../api/client.ts';
import { ports } from '../browser/ports.ts';
import { createAccountForm } from './form.ts';

function createMailedLink(id: 'restoreEmail' | 'confirmEmail') {
  const { $state, $wait, clear, submit } = createAccountForm(['token']);
  /** The token of the link in the address; null before the page was opened. */
  const $token = atom<string | null>(null);
  const read = () => {
    const [, token = ''] = ports.currentPath().split('#');
    // The link "skip to content" changes the fragment, but leads to no other page.
    if (token === 'main' && $token.get() !== null) return;
    clear();
    $token.set(token);
  };
  return {
    $state,
    $wait,
    $token,
    /** Reads the address, again when another link is opened over this one, which loads no page. @returns stops it */
    open(): () => void {
      read();
      addEventListener('hashchange', read);
      return () => removeEventListener('hashchange', read);
    },
    /** @param more properties of the body */
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
  /** Confirms the address to which the link was sent, or frees it for its owner, who has not applied. */
  confirm: createMailedLink('confirmEmail'),
};
