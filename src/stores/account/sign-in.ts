/** The sign-in form: what must be filled in, the wait that the host asks for, and where to go afterwards. */
import { atom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { isEmail, pastedEmail } from '../../domain/input/email.ts';
import type { ApiError } from '../api/request.ts';
import { forgetReturn, type ReturnNote, readReturn } from '../api/token.ts';
import { ports } from '../browser/ports.ts';
import { accountForm, type FieldIssues } from './form.ts';
import { signIn } from './session.ts';

const form = accountForm();

export const $signIn = form.$state;
/** Seconds until the host takes another try. */
export const $signInWait = form.$wait;

/** Why someone was sent here, if anyone sent them, and where they go on afterwards. */
export const $signInNote = atom<ReturnNote | null>(null);

/** A sign-in that can't be kept would end with the next page. */
const BLOCKED: ApiError = { code: 'storage_blocked' };

/** Codes are those of the fields (domain/application/field-codes.ts). */
function check(email: string, password: string): FieldIssues {
  const issues: FieldIssues = {};
  if (email.trim() === '') issues.email = 'required';
  else if (!isEmail(pastedEmail(email))) issues.email = 'email_format';
  if (password === '') issues.password = 'required';
  return issues;
}

/** Sends the form; true when someone is signed in now. */
export async function submitSignIn(typed: { email: string; password: string }, locale: Locale): Promise<boolean> {
  if ($signInWait.get() > 0) return false;
  return form.submit(
    () => check(typed.email, typed.password),
    async () => {
      if (!ports.canStore()) return BLOCKED;
      const error = await signIn(pastedEmail(typed.email), typed.password, locale);
      // A host that answers 401 without a body of the contract means the same.
      return error?.code === 'token_required' ? { ...error, code: 'invalid_credentials' } : error;
    },
  );
}

/** Begins a visit to the page: no errors of an earlier one, the reason for this one, and what stands in its way. */
export function openSignIn(): void {
  form.clear();
  $signInNote.set(readReturn());
  if (!ports.canStore()) form.fail(BLOCKED);
}

/** Where to go after signing in: where the applicant was, or home. The note is used up. */
export function takeDestination(locale: Locale): string {
  const note = readReturn();
  forgetReturn();
  return localePath(locale, note?.route ?? '/profile');
}
