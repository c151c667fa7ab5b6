/** The actions of links in mails. Their tokens are in the URL's fragment, and stored nowhere. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { callEndpoint } from '../api/client.ts';
import { createAccountForm } from './form.ts';

function createMailedLink(id: 'restoreEmail' | 'confirmEmail') {
  const { $state, $wait, clear, submit } = createAccountForm(['token']);
  return {
    ...{ $state, $wait, open: clear },
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
