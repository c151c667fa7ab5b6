/** Password reset (requirements: reset-steps). The tab stores address and code for a reload, never the password. */
import { atom, computed, onMount } from 'nanostores';
import type { PasswordOwner } from '../../domain/account/plain-password.ts';
import { RESET_CODE_DIGITS, RESET_CODE_TRIES, RESET_RESEND_MS } from '../../domain/account/reset.ts';
import { isMailLink } from '../../domain/account/session.ts';
import { readSessionsEnded } from '../../domain/api/responses.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { emailIssue, emailKey, normalizeEmail } from '../../domain/input/email.ts';
import { normalizeNumber } from '../../domain/input/text.ts';
import { callEndpoint } from '../api/client.ts';
import { ports } from '../browser/ports.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import { checkNewPassword, loadPasswordRule } from '../password-rule.ts';
import { createAccountForm, createCountdown } from './form.ts';
import { $timesCleared, RESET_KEY } from './session.ts';

interface Reset {
  step: 0 | 1 | 2;
  /** The address as typed; calls send its key. */
  email: string;
  /** The digits of the code; or the secret of the mail's link, which needs no address. */
  code: string;
  /** When the last code was requested, in milliseconds since the epoch; 0 before the first. */
  sentAt: number;
  /** Wrong attempts at the last code; the host allows {@link RESET_CODE_TRIES}. */
  wrong: number;
  done: boolean;
  /** With `done`: whether the host reports that every session was ended. */
  sessionsEnded: boolean;
}

const EMPTY: Reset = { step: 0, email: '', code: '', sentAt: 0, wrong: 0, done: false, sessionsEnded: false };

/** The prerendered state, before the tab's storage is read: each page shows its own step. */
const PRERENDERED: Reset = { ...EMPTY, step: 2 };

const $state = atom<Reset>(EMPTY);

/** The forms of the three steps. */
const forms = {
  email: createAccountForm(['email']),
  code: createAccountForm(['email', 'code'], { token: 'code' }),
  password: createAccountForm(['password', 'code'], { new_password: 'password', token: 'code' }),
};
const resend = createCountdown();

function storeReset(reset: Reset): void {
  $state.set(reset);
  writeTab(RESET_KEY, reset);
}

/** The secret of a link in a mail; empty in a build, where there is no URL. */
function mailedSecret(): string {
  const address = 'location' in globalThis ? ports.currentPath() : '';
  const [, secret = ''] = address.split('#');
  return isMailLink(address) || LONG_FRAGMENT.test(secret) ? secret : '';
}

// Set before the first render, so that no wrong step is shown.
onMount($state, () => {
  const secret = mailedSecret();
  if (secret !== '') $state.set({ ...EMPTY, step: 2, code: secret });
  else $state.set(readReset(readTab(RESET_KEY)) ?? EMPTY);
});

/** Matches a secret, and no fragment of a link within the page. */
const LONG_FRAGMENT = /^[\w-]{20,200}$/;

const MAX_EMAIL = 254;
const MAX_SECRET = 200;

/**
 * Null for an invalid value, since a visitor may have edited the storage. Properties that an older portal did not store are
 * empty.
 */
function readReset(stored: unknown): Reset | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const reset: Record<keyof Reset, unknown> = { ...EMPTY, ...stored };
  const { step, email, code, sentAt, wrong, done, sessionsEnded } = reset;
  const isReset =
    [0, 1, 2].some((known) => known === step) &&
    typeof email === 'string' &&
    email.length <= MAX_EMAIL &&
    typeof code === 'string' &&
    code.length <= MAX_SECRET &&
    Number.isSafeInteger(sentAt) &&
    Number.isSafeInteger(wrong) &&
    typeof done === 'boolean' &&
    typeof sessionsEnded === 'boolean';
  return isReset ? (reset as Reset) : null;
}

const issueOf = (typed: string) => (emailKey(typed) === '' ? 'required' : emailIssue(normalizeEmail(typed)));

async function requestCode(email: string, locale: Locale) {
  const response = await callEndpoint('requestResetCode', { json: { email: emailKey(email) }, locale });
  if (response.ok) {
    storeReset({ ...EMPTY, step: 1, email, sentAt: ports.now() });
    resend.until(ports.now() + RESET_RESEND_MS);
  } else if (response.refusal.retryAfter) resend.until(ports.now() + response.refusal.retryAfter * 1000);
  return response;
}

function passwordOwner(): PasswordOwner {
  return { email: $state.get().email };
}

export const passwordReset = {
  $state,
  EMPTY,
  PRERENDERED,
  forms,
  $resendWait: resend.$left,
  /** Attempts left at the code as far as this tab knows; null before the first wrong one. */
  $triesLeft: computed($state, ({ wrong }) => (wrong > 0 ? Math.max(0, RESET_CODE_TRIES - wrong) : null)),
  open(): void {
    for (const form of Object.values(forms)) form.clear();
    resend.until($state.get().sentAt + RESET_RESEND_MS);
  },
  /** Deletes address and code, and returns to step 0. */
  clear(): void {
    $state.set(EMPTY);
    writeTab(RESET_KEY, null);
    resend.stop();
  },
  /** Step 0 → 1: requests a code. Repeating the same address within seconds keeps the code that is on its way. */
  submitEmail(typed: string, locale: Locale): Promise<boolean> {
    const email = normalizeEmail(typed);
    const issue = issueOf(typed);
    const { email: asked, step, sentAt } = $state.get();
    const isSame = emailKey(asked) === emailKey(email);
    const wasJustSent = step > 0 && isSame && ports.now() < sentAt + RESET_RESEND_MS;
    return forms.email.submit(
      () => (issue ? { email: issue } : {}),
      async () => (wasJustSent ? {} : requestCode(email, locale)),
    );
  },
  /** Requests another code; the previous one expires. */
  async resendCode(locale: Locale): Promise<boolean> {
    if (resend.$left.get() > 0) return false;
    const { email } = $state.get();
    return forms.code.submit(
      () => ({}),
      () => requestCode(email, locale),
      ['code'],
    );
  },
  /** The digits of "123 456", "123-456" or "١٢٣٤٥٦". */
  readCode(typed: string): string {
    return normalizeNumber(typed).replace(/\D/g, '');
  },
  /** Step 1 → 2. */
  submitCode(typed: string, locale: Locale): Promise<boolean> {
    const code = passwordReset.readCode(typed);
    const { email } = $state.get();
    const issue = code === '' ? 'required' : code.length !== RESET_CODE_DIGITS ? 'code_short' : null;
    return forms.code.submit(() => (issue ? { code: issue } : {}), async () => {
      const response = await callEndpoint('checkResetCode', { json: { email: emailKey(email), code }, locale });
      const isWrong = response.refusal?.fields?.code?.includes('code_wrong');
      // Only the contract's refusal says how many attempts are left.
      if (isWrong) storeReset({ ...$state.get(), wrong: $state.get().wrong + 1 });
      if (response.ok) storeReset({ ...$state.get(), step: 2, email, code });
      return response;
    }, ['code']);
  },
  async submitPassword(password: string, locale: Locale): Promise<boolean> {
    await loadPasswordRule();
    const { email, code } = $state.get();
    const issue = checkNewPassword(password, passwordOwner());
    return forms.password.submit(
      () => (issue ? { password: issue } : {}),
      async () => {
        const proof = email === '' ? { token: code } : { email: emailKey(email), code };
        const response = await callEndpoint('resetPassword', { json: { ...proof, password }, locale });
        const sessionsEnded = readSessionsEnded(response.body);
        if (response.ok) storeReset({ ...EMPTY, done: true, sessionsEnded });
        return response;
      },
    );
  },
};

$timesCleared.listen(passwordReset.clear);
