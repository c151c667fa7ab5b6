/** What a link in a mail does. Its token is in the URL's fragment, and stored nowhere. */
import type { ReadableAtom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../api/request.ts';
import { accountForm, type FormState } from './form.ts';

export interface MailedLink {
  $state: ReadableAtom<FormState>;
  /** Seconds until the host allows another try. */
  $wait: ReadableAtom<number>;
  /** Forgets an earlier try. */
  open: () => void;
  /** @param token from the link @returns true when it was done */
  submit: (token: string, locale: Locale) => Promise<boolean>;
}

/** @param use hands the token to the host */
export function mailedLink(use: (token: string, locale: Locale) => Promise<ApiError | null>): MailedLink {
  const { $state, $wait, clear, submit } = accountForm(['token']);
  return {
    ...{ $state, $wait, open: clear },
    submit: (token, locale) =>
      submit(
        () => ({}),
        () => use(token, locale),
      ),
  };
}
