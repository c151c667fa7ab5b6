/**
 * Signing in and out (decisions.md "Session"). These actions change stores; what a page does about it is the guard's
 * affair (guard.ts). The password is in memory at most, and only as long as the page lives.
 */
import { atom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callCurrentUser, callLogin, callLogout } from '../api/account-calls.ts';
import type { ApiError } from '../api/request.ts';
import { $session, dropToken, forgetReturn, keepToken, loseSession, type SignInReason } from '../api/token.ts';
import { forgetSubmitted } from '../application/submitted.ts';
import { $record, $recordReadAt, forgetRecord, recallRecord, takeRecord } from './record.ts';
import { clearReset } from './reset.ts';
import { forgetUnsent } from './unsent.ts';

export { $session } from '../api/token.ts';
export { $record } from './record.ts';

/** For "login again with saved credentials" on a host that can't tell the record otherwise. */
let credentials: { email: string; password: string } | null = null;

export interface RecordLoad {
  busy: boolean;
  /** Why the last try brought nothing new. */
  error: ApiError | null;
}

export const NO_LOAD: RecordLoad = { busy: false, error: null };

/** How reading the record goes. */
export const $recordLoad = atom<RecordLoad>(NO_LOAD);

/** Signs in; null when it worked. Clears what an earlier applicant left in this tab. */
export async function signIn(email: string, password: string, locale: Locale): Promise<ApiError | null> {
  const { value, error } = await callLogin(email.trim(), password, locale);
  if (error) return error;
  forgetRecord();
  clearReset();
  keepToken(value.token);
  takeRecord(value.record);
  credentials = { email, password };
  return null;
}

/**
 * Signs out, with or without a network: this device forgets everything at once, the host as soon as it hears of it.
 * @param reason given when the portal asks for a new sign-in, which leads back to this page
 */
export async function signOut(reason?: SignInReason): Promise<void> {
  const { token } = $session.get();
  const id = $record.get()?.id;
  // Begun before the stores change, since the page is left as soon as they do.
  const told = token ? callLogout(token) : null;
  forgetSubmitted();
  // Before the page is left. Whose session only ended goes on with the changes after the next sign-in; a device that refuses
  // storage holds none.
  if (id && !reason) await forgetUnsent(id).catch(() => undefined);
  if (reason) loseSession(reason);
  else {
    forgetReturn();
    dropToken();
  }
  forgetApplicant();
  await told;
}

/** Clears everything that this tab knows about whoever was signed in. */
export function forgetApplicant(): void {
  credentials = null;
  forgetRecord();
  clearReset();
  $recordLoad.set(NO_LOAD);
}

/** Keeps a new password for the rest of the page's life (specification §7, change-password). */
export function replaceSavedPassword(password: string): void {
  if (credentials) credentials = { ...credentials, password };
}

let reading: Promise<void> | null = null;

/** Shows what the tab knows and asks the host once in a page's life. Safe to call from every island. */
export async function openRecord(locale: Locale): Promise<void> {
  recallRecord();
  if ($recordReadAt.get() === null && $recordLoad.get().error === null) await refreshRecord(locale);
}

/** Asks the host for the record. What was there stays when that fails. */
export function refreshRecord(locale: Locale): Promise<void> {
  if (!$session.get().signedIn) return Promise.resolve();
  reading ??= readRecordAgain(locale).finally(() => {
    reading = null;
  });
  return reading;
}

async function readRecordAgain(locale: Locale): Promise<void> {
  const { token } = $session.get();
  $recordLoad.set({ busy: true, error: null });
  const { value, error } = await callCurrentUser({ locale });
  // Whoever signed in or out meanwhile is not served with an older answer.
  if ($session.get().token !== token) {
    $recordLoad.set(NO_LOAD);
    return;
  }
  if (value) takeRecord(value);
  const left = error?.code === 'not_found' ? await askByLogin(locale) : (error ?? null);
  $recordLoad.set({ busy: false, error: left });
}

/** A host without GET /user: log in again while the page still knows how, or go on with what there is. */
async function askByLogin(locale: Locale): Promise<ApiError | null> {
  if (credentials) return signIn(credentials.email, credentials.password, locale);
  return $record.get() ? null : { code: 'not_found' };
}
