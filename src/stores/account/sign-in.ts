/** The sign-in form: what must be filled in, the wait that the host asks for, and where to go afterwards. */
import { atom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { emailKey, isEmail } from '../../domain/input/email.ts';
import { countdown } from '../browser/countdown.ts';
import { ports } from '../browser/ports.ts';
import { accountForm, type FieldIssues } from './form.ts';
import { forgetReturn, readReturn, type SignInReason } from './return-to.ts';
import { signIn } from './session.ts';

const form = accountForm();
const wait = countdown();

export const $signIn = form.$state;
/** Seconds until the host takes another try. */
export const $signInWait = wait.$left;

/** Why someone was sent here, if anyone sent them. */
export const $signInReason = atom<SignInReason | null>(null);

/** Codes are those of the fields (domain/application/field-codes.ts). */
function check(email: string, password: string): FieldIssues {
  const issues: FieldIssues = {};
  if (email.trim() === '') issues.email = 'required';
  else if (!isEmail(emailKey(email))) issues.email = 'email_format';
  if (password === '') issues.password = 'required';
  return issues;
}

/** Sends the form; true when someone is signed in now. */
export async function submitSignIn(typed: { email: string; password: string }, locale: Locale): Promise<boolean> {
  if ($signInWait.get() > 0) return false;
  const done = await form.submit(
    () => check(typed.email, typed.password),
    async () => {
      const error = await signIn(typed.email, typed.password, locale);
      // A host that answers 401 without a body of the contract means the same.
      return error?.code === 'token_required' ? { ...error, code: 'invalid_credentials' } : error;
    },
  );
  const { error } = $signIn.get();
  if (error?.retryAfter) wait.until(ports.now() + error.retryAfter * 1000);
  return done;
}

/** Begins a visit to the page: no errors of an earlier one, and the reason for this one. */
export function openSignIn(): void {
  form.clear();
  $signInReason.set(readReturn()?.reason ?? null);
}

/** Where to go after signing in: where the applicant was, or home. The note is used up. */
export function takeDestination(locale: Locale): string {
  const note = readReturn();
  forgetReturn();
  return localePath(locale, note?.route ?? '/profile');
}
