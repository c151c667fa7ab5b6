/** The actions of links in mails. Their tokens are in the URL's fragment, and stored nowhere. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { callEndpoint } from '../api/client.ts';
import { createAccountForm } from './form.ts';

export type MailedLink = ReturnType<typeof createMailedLink>;

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

/** Restores the previous address; every token and the password are revoked. */
export const restoreLink = createMailedLink('restoreEmail');

/** Confirms the address that the link went to, or frees it for its owner, who has not applied. */
export const confirmLink = createMailedLink('confirmEmail');
