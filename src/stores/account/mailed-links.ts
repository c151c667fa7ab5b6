/** The actions of links in mails. Their tokens are in the URL's fragment, and stored nowhere. */
import type { ReadableAtom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callWithToken } from '../api/link-calls.ts';
import { type AccountFormState, createAccountForm } from './form.ts';

export interface MailedLink {
  $state: ReadableAtom<AccountFormState>;
  /** Seconds until the host allows another try. */
  $wait: ReadableAtom<number>;
  open: () => void;
  /** @param token from the link @returns true when it was done */
  submit: (token: string, locale: Locale) => Promise<boolean>;
}

function createMailedLink(id: Parameters<typeof callWithToken>[0]): MailedLink {
  const { $state, $wait, clear, submit } = createAccountForm(['token']);
  return {
    ...{ $state, $wait, open: clear },
    submit: (token, locale) =>
      submit(
        () => ({}),
        () => callWithToken(id, token, locale),
      ),
  };
}

/** Restores the previous address; every token and the password are revoked. */
export const restoreLink = createMailedLink('restoreEmail');

/** Confirms the address that the link went to. */
export const confirmLink = createMailedLink('confirmEmail');
