/** The password rule: length and name are checked at once; the lists, 30 KB, are loaded while typing and do not delay sending. */
import { atom } from 'nanostores';
import { type PasswordOwner, plainIssue } from '../domain/account/plain-password.ts';
import type { FieldCode } from '../domain/api/field-codes.ts';

type PasswordRule = (password: string, owner: PasswordOwner) => FieldCode | null;

export const $passwordRule = atom<{ check: PasswordRule }>({ check: plainIssue });

let loading: Promise<void> | null = null;

/** Loads the whole rule; never fails. After a failed attempt the next call tries again. */
export function loadPasswordRule(): Promise<void> {
  loading ??= import('../domain/account/password.ts').then(
    ({ passwordIssue }) => $passwordRule.set({ check: passwordIssue }),
    () => {
      loading = null;
    },
  );
  return loading;
}

export const checkNewPassword: PasswordRule = (password, owner) => $passwordRule.get().check(password, owner);
