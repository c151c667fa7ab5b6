/** Security of an account: changing the password, and where else someone is signed in. */
import { atom } from 'nanostores';
import type { SessionEntry } from '../../domain/api/answers.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callChangePassword, callEndOtherSessions, callListSessions } from '../api/account-calls.ts';
import type { ApiError } from '../api/request.ts';
import { loadPasswordRule, passwordIssue } from '../password-rule.ts';
import { accountForm, type FieldIssues } from './form.ts';
import { $applicationType, $profile } from './record.ts';
import { replaceSavedPassword } from './session.ts';

/** The host speaks of `password` where it means the new one. */
const form = accountForm({ password: 'new_password' });

export const $passwordChange = form.$state;
export const $passwordChangeWait = form.$wait;

/** Begins a visit to the page. */
export function openPasswordChange(): void {
  form.clear();
}

/** Changes the password; every other token is dead afterwards, this one lives on. */
export async function submitPasswordChange(typed: { current: string; next: string }, locale: Locale): Promise<boolean> {
  await loadPasswordRule();
  const profile = $profile.get();
  const type = $applicationType.get();
  return form.submit(
    () => {
      const issues: FieldIssues = {};
      const issue = passwordIssue(typed.next, profile ?? {});
      if (typed.current === '') issues.current_password = 'required';
      if (issue) issues.new_password = issue;
      return issues;
    },
    async () => {
      // The address of the call names the type: of one that the portal doesn't know there is none.
      if (!profile || !type) return { code: 'unreadable' };
      const error = await callChangePassword({ type, id: profile.id }, typed, locale);
      if (!error) replaceSavedPassword(typed.next);
      return error;
    },
  );
}

export interface Sessions {
  /** `absent`: the host can't tell, and the page leaves the part out. */
  phase: 'loading' | 'ready' | 'failed' | 'absent';
  list: SessionEntry[];
  error: ApiError | null;
  /** Others are being signed out. */
  ending: boolean;
}

export const NO_SESSIONS: Sessions = { phase: 'loading', list: [], error: null, ending: false };

export const $sessions = atom<Sessions>(NO_SESSIONS);

/** Asks where the applicant is signed in. */
export async function openSessions(): Promise<void> {
  $sessions.set(NO_SESSIONS);
  const { value, error } = await callListSessions();
  if (value) $sessions.set({ phase: 'ready', list: value, error: null, ending: false });
  else {
    const phase = error.code === 'not_found' || error.code === 'method_not_allowed' ? 'absent' : 'failed';
    $sessions.set({ phase, list: [], error, ending: false });
  }
}

/** Signs out everywhere but here; true when it worked. */
export async function endOtherSessions(): Promise<boolean> {
  const before = $sessions.get();
  if (before.ending) return false;
  $sessions.set({ ...before, ending: true, error: null });
  const error = await callEndOtherSessions();
  if (error) $sessions.set({ ...before, error });
  else $sessions.set({ ...before, list: before.list.filter(({ current }) => current), error: null, ending: false });
  return error === null;
}
