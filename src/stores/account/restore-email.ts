/** Taking back an e-mail address that somebody changed. The token is in the page's address behind `#`, and kept nowhere. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { callRestoreEmail } from '../api/reset-calls.ts';
import { accountForm } from './form.ts';

const form = accountForm();

export const $restore = form.$state;
export const $restoreWait = form.$wait;

/** Begins a visit to the page. */
export function openRestore(): void {
  form.clear();
}

/** @param token from the link @returns true when the old address is back */
export function submitRestore(token: string, locale: Locale): Promise<boolean> {
  return form.submit(
    () => ({}),
    () => callRestoreEmail(token, locale),
  );
}
