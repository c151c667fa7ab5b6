/**
 * The password rule in the browser. Rule: what needs no list is told at once; the lists, 30 KB, are fetched when a password
 * is being typed, and never keep anybody from sending: the host judges by the same.
 */
import { atom } from 'nanostores';
import type { PasswordOwner } from '../domain/account/plain-password.ts';
import { plainIssue } from '../domain/account/plain-password.ts';
import type { FieldCode } from '../domain/application/field-codes.ts';

type Judge = (password: string, owner: PasswordOwner) => FieldCode | null;

/** What judges a new password: length, words and name at first, everything once that is there. */
export const $passwordRule = atom<{ judge: Judge }>({ judge: plainIssue });

let loading: Promise<void> | null = null;

/** Fetches the whole rule; never fails, and tries again the next time where it could not be fetched. */
export function loadPasswordRule(): Promise<void> {
  loading ??= import('../domain/account/password.ts').then(
    ({ passwordIssue }) => $passwordRule.set({ judge: passwordIssue }),
    () => {
      loading = null;
    },
  );
  return loading;
}

/** What is wrong with a new password as far as this page knows, or null. */
export const passwordIssue: Judge = (password, owner) => $passwordRule.get().judge(password, owner);
