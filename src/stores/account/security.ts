/** Changing the password, and the list of sessions. */
import { atom } from 'nanostores';
import { readSessions, type SessionEntry } from '../../domain/api/list-responses.ts';
import { readSessionsEnded } from '../../domain/api/responses.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callOptional, resultOf } from '../api/account-calls.ts';
import { callEndpoint } from '../api/client.ts';
import { offers } from '../api/offers.ts';
import type { CallRefusal } from '../api/request.ts';
import { checkNewPassword, loadPasswordRule } from '../password-rule.ts';
import { createAccountForm, type FieldIssues } from './form.ts';
import { $applicationType, $profile } from './record.ts';
import { $session, confirmPassword, replaceSavedPassword } from './session.ts';

/** The form has two passwords; the host's `password` is the new one. */
const form = createAccountForm(['current_password', 'new_password'], {
  password: 'new_password',
  old_password: 'current_password',
});

/** True if the host says that the last change of the password ended the other sessions. */
const $otherSessionsEnded = atom(false);

interface Sessions {
  /** `absent`: the list is not offered. */
  phase: 'loading' | 'ready' | 'failed' | 'absent';
  list: SessionEntry[];
  refusal: CallRefusal | null;
  ending: boolean;
}

const NO_SESSIONS: Sessions = { phase: 'loading', list: [], refusal: null, ending: false };

const $state = atom<Sessions>(NO_SESSIONS);

/** The sessions, and their end. */
export const sessionList = {
  $state,
  /** Lists the sessions while the page is open, again when another applicant signs in. @returns stops it */
  follow(): () => void {
    let shown: string | null = null;
    return $session.subscribe(({ token }) => {
      if (token === shown) return;
      shown = token;
      $state.set(NO_SESSIONS);
      if (token) void sessionList.open();
    });
  },
  async open(): Promise<void> {
    const loading = { ...NO_SESSIONS };
    $state.set(loading);
    const { value, refusal } = resultOf(await callOptional('listSessions', {}), readSessions);
    // Another request was sent, or another applicant signed in.
    if ($state.get() !== loading) return;
    if (value) $state.set({ ...NO_SESSIONS, phase: 'ready', list: value });
    else $state.set({ ...NO_SESSIONS, phase: refusal.code === 'not_found' ? 'absent' : 'failed', refusal });
  },
  /** Signs out everywhere else. @returns true on success */
  async endOthers(): Promise<boolean> {
    const before = $state.get();
    if (before.ending) return false;
    const ending = { ...before, ending: true, error: null };
    $state.set(ending);
    const { ok, refusal = null } = await callEndpoint('endOtherSessions');
    const list = ok ? before.list.filter(({ current }) => current) : before.list;
    if ($state.get() === ending) $state.set({ ...before, list, refusal });
    return ok;
  },
};

/** Changes the password. */
export const passwordChange = {
  form,
  $otherSessionsEnded,
  async submit(typed: { current: string; next: string }, locale: Locale): Promise<boolean> {
    await loadPasswordRule();
    const profile = $profile.get();
    const type = $applicationType.get();
    return form.submit(
      () => {
        const issues: FieldIssues = {};
        const issue = checkNewPassword(typed.next, profile ?? {});
        if (typed.current === '') issues.current_password = 'required';
        if (issue) issues.new_password = issue;
        return issues;
      },
      async () => {
        // The endpoint's path contains the type: for an unknown one there is none.
        if (!profile || !type) return { refusal: { code: 'unreadable' } };
        const unconfirmed = await confirmPassword(typed.current, locale);
        if (unconfirmed) return { refusal: unconfirmed };
        const current = offers.has('current_password') ? { current_password: typed.current } : {};
        const json = { new_password: typed.next, ...current };
        const response = await callEndpoint('changePassword', { params: { type, id: profile.id }, json, locale });
        if (response.ok) {
          replaceSavedPassword(typed.next);
          $otherSessionsEnded.set(readSessionsEnded(response.body));
        }
        return response;
      },
    );
  },
};
