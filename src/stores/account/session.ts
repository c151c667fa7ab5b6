/** Signing in and out (docs/decisions/sessions.md). Actions set stores; guard.ts makes the page react. */
import { atom } from 'nanostores';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callCurrentUser, callLogin } from '../api/account-calls.ts';
import { callEndpoint } from '../api/client.ts';
import { offers } from '../api/offers.ts';
import type { CallRefusal } from '../api/request.ts';
import { $session, endSessionForSignIn, returnNote, type SignInReason, sessionToken } from '../api/session-token.ts';
import { $receiptResult, lastSubmitted, receiptStorage } from '../application/submitted.ts';
import { writeTab } from '../browser/storage.ts';
import { $fetchedHere, $record, clearRecord, restoreRecord, setRecord } from './record.ts';
import { unsentChanges } from './unsent.ts';

export { $session } from '../api/session-token.ts';
export { $record } from './record.ts';

/** For "login again with saved credentials" (requirements: session). */
let credentials: { email: string; password: string } | null = null;

interface RecordLoad {
  busy: boolean;
  refusal: CallRefusal | null;
}

const NO_LOAD: RecordLoad = { busy: false, refusal: null };

export const $recordLoad = atom<RecordLoad>(NO_LOAD);

/** True when refreshing the record needs a new sign-in, and no password is in memory. */
export const $needsSignIn = atom(false);

/** Signs in; null on success. Clears the data of an earlier applicant in this tab. */
export async function signIn(email: string, password: string, locale: Locale): Promise<CallRefusal | null> {
  const { value, refusal } = await callLogin(email.trim(), password, locale);
  if (refusal) return refusal;
  clearApplicant();
  requestedIn = locale;
  sessionToken.start(value.token);
  receiveRecord(value.record);
  credentials = { email, password };
  return null;
}

/** Shows a record of the host, and compares it with what this device has sent. */
export function receiveRecord(record: ApplicantRecord): void {
  setRecord(record);
  compareWithSent(record);
}

function compareWithSent(record: ApplicantRecord | null): void {
  // Without that script the next record is compared instead.
  if (record && receiptStorage.read())
    void import('../application/receipt.ts')
      .then(({ sentReceipt }) => sentReceipt.check(record))
      .catch(() => undefined);
}

/** Signs out, even without a network. @param reason set when a new sign-in is to return to this page */
export async function signOut(reason?: SignInReason): Promise<void> {
  const { token } = $session.get();
  const id = $record.get()?.id;
  // Requested first, since the page is left as soon as the stores change.
  const logout = token && callEndpoint('logout', { lastToken: token });
  lastSubmitted.clear();
  // Unsent changes stay when the session only expired. A device that refuses storage holds none.
  if (id && !reason) await unsentChanges.remove(id).catch(() => undefined);
  if (reason) endSessionForSignIn(reason);
  else {
    returnNote.clear();
    sessionToken.end();
  }
  clearApplicant();
  await logout;
}

/** Session storage: the state of a password reset, whose module (reset.ts) only its own pages load. */
export const RESET_KEY = 'passwordReset';

/** Increases each time an applicant's data is cleared. */
export const $timesCleared = atom(0);

export function clearApplicant(): void {
  credentials = null;
  $receiptResult.set(null);
  clearRecord();
  writeTab(RESET_KEY, null);
  $timesCleared.set($timesCleared.get() + 1);
  $recordLoad.set(NO_LOAD);
  $needsSignIn.set(false);
}

/** Replaces the password in memory (requirements: password-change). */
export function replaceSavedPassword(password: string): void {
  if (credentials) credentials = { ...credentials, password };
}

/** Checks the current password by this page's sign-in or a new one, unless the offered check does. @returns null if right or unchecked */
export async function confirmPassword(password: string, locale: Locale): Promise<CallRefusal | null> {
  if (offers.has('current_password') || credentials?.password === password) return null;
  const record = $record.get();
  if (!record?.email) return { code: 'unreadable' };
  const { value, refusal } = await callLogin(record.email, password, locale);
  if (refusal?.code === 'invalid_credentials') {
    return { code: 'validation_failed', fields: { current_password: ['password_wrong'] } };
  }
  if (refusal) return refusal;
  // The response belongs to another applicant, or came after a sign-out.
  if (value.record.id !== record.id || $record.get()?.id !== record.id) return { code: 'unreadable' };
  // The new sign-in may have ended the session before it.
  sessionToken.renew(value.token);
  credentials = { email: record.email, password };
  receiveRecord(value.record);
  return null;
}

let recordRequest: Promise<void> | null = null;

/** The page's language at the last request of the record: the host writes mails in the language of the last call. */
let requestedIn: Locale | null = null;

/** Shows the stored record and requests it once per page and language, where it can be read. Idempotent. */
export async function openRecord(locale: Locale): Promise<void> {
  restoreRecord();
  compareWithSent($record.get());
  if (($fetchedHere.get() && requestedIn === locale) || $recordLoad.get().refusal !== null) return;
  if ($record.get() && !canReadRecord()) return;
  await (recordRequest ?? requestRecord(locale, false));
}

/** False where only a sign-in returns the record. */
export const canReadRecord = (): boolean => offers.hasRead('currentUser');

/** Requests the record when the applicant asks for it. A failed request changes nothing. */
export function refreshRecord(locale: Locale): Promise<void> {
  return recordRequest ?? requestRecord(locale, true);
}

/** Requests what the response to a change lacked, without asking for a sign-in. */
export async function completeRecord(): Promise<void> {
  const mayRead = credentials !== null || canReadRecord();
  if (requestedIn && mayRead) await (recordRequest ?? requestRecord(requestedIn, false));
}

function requestRecord(locale: Locale, isAsked: boolean): Promise<void> {
  if (!$session.get().signedIn) return Promise.resolve();
  requestedIn = locale;
  recordRequest = readRecordAgain(locale, isAsked).finally(() => {
    recordRequest = null;
  });
  return recordRequest;
}

async function readRecordAgain(locale: Locale, isAsked: boolean): Promise<void> {
  const { token } = $session.get();
  $recordLoad.set({ busy: true, refusal: null });
  $needsSignIn.set(false);
  const { value, refusal } = await callCurrentUser(locale);
  // The response belongs to another session.
  if ($session.get().token !== token) {
    $recordLoad.set(NO_LOAD);
    return $session.get().signedIn ? readRecordAgain(locale, isAsked) : undefined;
  }
  if (value) receiveRecord(value);
  const remaining = refusal?.code === 'not_found' ? await readRecordBySignIn(locale, isAsked) : (refusal ?? null);
  $recordLoad.set({ busy: false, refusal: remaining });
}

/** Signs in again with the password in memory (requirements: session), or else offers to. */
async function readRecordBySignIn(locale: Locale, isAsked: boolean): Promise<CallRefusal | null> {
  if (credentials) {
    const { token } = $session.get();
    const { value, refusal } = await callLogin(credentials.email, credentials.password, locale);
    // The response belongs to another session.
    if ($session.get().token !== token) return null;
    if (value) {
      sessionToken.renew(value.token);
      receiveRecord(value.record);
      return null;
    }
    if (refusal.code !== 'invalid_credentials' && refusal.code !== 'token_required') return refusal;
    // The password was changed elsewhere.
    credentials = null;
  }
  if (!$record.get()) return { code: 'not_found' };
  $needsSignIn.set(isAsked);
  return null;
}
