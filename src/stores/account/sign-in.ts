/** The sign-in form: validation, rate limit, redirect afterwards. */
import { atom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { emailIssue, normalizeEmail } from '../../domain/input/email.ts';
import type { CallRefusal } from '../api/request.ts';
import { type ReturnNote, returnNote } from '../api/session-token.ts';
import { ports } from '../browser/ports.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { createAccountForm, type FieldIssues } from './form.ts';

const form = createAccountForm(['email', 'password'], { username: 'email', login: 'email' });

/** Why the visitor was redirected here, and where to return. */
const $note = atom<ReturnNote | null>(null);

/** Without storage, the session would end with the next page. */
const BLOCKED: CallRefusal = { code: 'storage_blocked' };

/** The record is read once someone has signed in. */
const loadSession = () => import('./session.ts').catch(() => null);

async function signIn(email: string, password: string, locale: Locale): Promise<CallRefusal | null> {
  if (!ports.canStore()) return BLOCKED;
  const session = await loadSession();
  return session ? session.signIn(email, password, locale) : { code: 'no_answer' };
}

function check(email: string, password: string): FieldIssues {
  const issues: FieldIssues = {};
  const address = normalizeEmail(email);
  const issue = address === '' ? 'required' : emailIssue(address);
  if (issue) issues.email = issue;
  if (password === '') issues.password = 'required';
  return issues;
}

export const signInPage = {
  form,
  $note,
  async submit(typed: { email: string; password: string }, locale: Locale): Promise<boolean> {
    if (form.$wait.get() > 0) return false;
    return form.submit(
      () => check(typed.email, typed.password),
      async () => ({ refusal: (await signIn(normalizeEmail(typed.email), typed.password, locale)) ?? undefined }),
    );
  },
  /** Clears earlier errors and reads the reason of this visit. */
  open(): void {
    form.clear();
    $note.set(returnNote.read());
    if (!ports.canStore()) form.setRefusal(BLOCKED);
    whenIdle(() => void loadSession());
  },
  /** Returns where to go after signing in, and deletes the note. */
  takeDestination(locale: Locale): string {
    const note = returnNote.read();
    returnNote.clear();
    return localePath(locale, note?.route ?? '/profile');
  },
};
