/**
 * The password reset (specification §4): address, code, new password. Address and code are kept in the tab, so that a
 * reload loses nothing; the password is handed through and kept nowhere.
 */
import { atom, computed, onMount } from 'nanostores';
import type { PasswordOwner } from '../../domain/account/plain-password.ts';
import { RESET_CODE_DIGITS, RESET_CODE_TRIES, RESET_RESEND_MS, type ResetStep } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { emailKey, isEmail } from '../../domain/input/email.ts';
import { callCheckCode, callRequestCode, callResetPassword, callRestoreEmail } from '../api/account-calls.ts';
import { ports } from '../browser/ports.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import { loadPasswordRule, passwordIssue } from '../password-rule.ts';
import { accountForm, countdown } from './form.ts';

/** Session storage key. */
export const RESET_KEY = 'passwordReset';

export interface Reset {
  step: ResetStep;
  email: string;
  code: string;
  /** When the last code was asked for, in milliseconds since the epoch; 0 before. */
  sentAt: number;
  /** Wrong tries at the last code; the host takes {@link RESET_CODE_TRIES}. */
  wrong: number;
  /** The last reset went through. */
  done: boolean;
}

export const EMPTY_RESET: Reset = { step: 0, email: '', code: '', sentAt: 0, wrong: 0, done: false };

/** What a page shows until the browser has looked: its own step. */
export const OPEN_RESET: Reset = { ...EMPTY_RESET, step: 2 };

export const $reset = atom<Reset>(EMPTY_RESET);

const forms = { email: accountForm(), code: accountForm(), password: accountForm() };
const resend = countdown();

export const $resetEmail = forms.email.$state;
export const $resetCode = forms.code.$state;
export const $resetPassword = forms.password.$state;
export const $resetEmailWait = forms.email.$wait;
export const $resetCodeWait = forms.code.$wait;
export const $resetPasswordWait = forms.password.$wait;
/** Seconds until another code can be asked for. */
export const $resendWait = resend.$left;

function keep(reset: Reset): void {
  $reset.set(reset);
  writeTab(RESET_KEY, reset);
}

// Read before the first render that can show it, so that no page shows a wrong step for a moment.
onMount($reset, () => {
  const kept = readTab(RESET_KEY) as Partial<Reset> | null;
  const isSound = [0, 1, 2].some((step) => step === kept?.step) && typeof kept?.email === 'string';
  $reset.set(isSound ? { ...EMPTY_RESET, ...kept } : EMPTY_RESET);
});

/** Begins a visit to one of the steps: no errors of an earlier one, and the rest of the wait for another code. */
export function openReset(): void {
  for (const form of Object.values(forms)) form.clear();
  resend.until($reset.get().sentAt + RESET_RESEND_MS);
}

/** How many tries are left at the code, as far as this tab knows; null before the first wrong one. */
export const $triesLeft = computed($reset, ({ wrong }) => (wrong > 0 ? Math.max(0, RESET_CODE_TRIES - wrong) : null));

/** Forgets address and code (specification §4: all fields empty, step 0). */
export function clearReset(): void {
  $reset.set(EMPTY_RESET);
  writeTab(RESET_KEY, null);
  resend.stop();
}

/** Step 0 → 1: has a code sent. Who comes back to the same address in the first seconds goes on with the code of then. */
export function submitResetEmail(typed: string, locale: Locale): Promise<boolean> {
  const email = emailKey(typed);
  const issue = email === '' ? 'required' : isEmail(email) ? null : 'email_format';
  const { email: asked, step, sentAt } = $reset.get();
  const isOnItsWay = step > 0 && asked === email && ports.now() < sentAt + RESET_RESEND_MS;
  return forms.email.submit(
    () => (issue ? { email: issue } : {}),
    async () => (isOnItsWay ? null : requestCode(email, locale)),
  );
}

/** Has another code sent to the same address; the code before it is worth nothing then. */
export async function resendCode(locale: Locale): Promise<boolean> {
  if ($resendWait.get() > 0) return false;
  const { email } = $reset.get();
  return forms.code.submit(
    () => ({}),
    () => requestCode(email, locale),
  );
}

async function requestCode(email: string, locale: Locale) {
  const error = await callRequestCode(email, locale);
  if (error) {
    if (error.retryAfter) resend.until(ports.now() + error.retryAfter * 1000);
    return error;
  }
  keep({ ...EMPTY_RESET, step: 1, email, sentAt: ports.now() });
  resend.until(ports.now() + RESET_RESEND_MS);
  return null;
}

/** The digits of what was typed or pasted, "123 456" and "123-456" included. */
export function readCode(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, RESET_CODE_DIGITS);
}

/** Step 1 → 2: checks the code. */
export function submitResetCode(typed: string, locale: Locale): Promise<boolean> {
  const code = readCode(typed);
  const { email } = $reset.get();
  const issue = code === '' ? 'required' : code.length < RESET_CODE_DIGITS ? 'code_short' : null;
  return forms.code.submit(
    () => (issue ? { code: issue } : {}),
    async () => {
      const error = await callCheckCode(email, code, locale);
      if (error?.fields?.code) keep({ ...$reset.get(), wrong: $reset.get().wrong + 1 });
      if (!error) keep({ ...$reset.get(), step: 2, code });
      return error;
    },
  );
}

/** Step 2 → done: sets the new password. */
export async function submitNewPassword(password: string, locale: Locale): Promise<boolean> {
  await loadPasswordRule();
  const { email, code } = $reset.get();
  const issue = passwordIssue(password, resetOwner());
  return forms.password.submit(
    () => (issue ? { password: issue } : {}),
    async () => {
      const error = await callResetPassword({ email, code }, password, locale);
      if (!error) keep({ ...EMPTY_RESET, done: true });
      return error;
    },
  );
}

/** Whose password is being chosen, as far as this page knows. */
export function resetOwner(): PasswordOwner {
  return { email: $reset.get().email };
}

const restoreForm = accountForm();

/** Taking back an e-mail address that somebody changed. The token is in the page's fragment, and stored nowhere. */
export const $restore = restoreForm.$state;
export const $restoreWait = restoreForm.$wait;

/** Begins a visit to the page. */
export function openRestore(): void {
  restoreForm.clear();
}

/** @param token from the link @returns true when the old address is back */
export function submitRestore(token: string, locale: Locale): Promise<boolean> {
  return restoreForm.submit(
    () => ({}),
    () => callRestoreEmail(token, locale),
  );
}
