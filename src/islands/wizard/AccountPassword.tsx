/** The password of the account that sending creates. It is only in the form's state and in the call. */

import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { hasEdgeSpace, type PasswordOwner, passwordStrength } from '../../domain/account/plain-password.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { shownEmail } from '../../domain/input/email.ts';
import { $passwordRule, loadPasswordRule } from '../../stores/password-rule.ts';
import { errorText } from '../fields/field-texts.ts';
import { runAfterPress } from '../ui/after-press.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useText } from '../ui/use-locale.ts';
import styles from './sending.module.css';

/** @param rejectedCode the host's error code for the password that was sent */
export function usePassword(owner: PasswordOwner, rejectedCode: string | undefined) {
  const { check } = useStore($passwordRule);
  const [value, setValue] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const issue = check(value, owner);
  return {
    value,
    // The host's error stays until another password is typed.
    error: code ?? (value === sent && rejectedCode),
    strength: passwordStrength(value, issue),
    type: (typed: string) => {
      void loadPasswordRule();
      setValue(typed);
      if (code && !check(typed, owner)) setCode(null);
    },
    leave: () => {
      if (value) runAfterPress(() => setCode(issue));
    },
    /** @returns the error code of a password before it is sent */
    check: (typed: string) => {
      const found = check(typed, owner);
      setValue(typed);
      setCode(found);
      return found;
    },
    /** @param typed the password that is being sent */
    onSend: setSent,
  };
}

interface AccountPasswordProps {
  type: ApplicationType;
  owner: PasswordOwner;
  password: ReturnType<typeof usePassword>;
}

export function AccountPassword({ type, owner: { email }, password }: AccountPasswordProps) {
  const t = useText('application');
  const forms = useText('forms');
  const { value, error, strength } = password;
  return (
    <>
      {email && <p>{t('password.text', { email: shownEmail(email) })}</p>}
      <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        name="password"
        label={forms('fields.password.label')}
        hint={forms('password.rules')}
        error={error ? errorText({ t: forms, type }, 'password', error) : undefined}
        note={hasEdgeSpace(value) ? forms('password.space') : ''}
        autoComplete="new-password"
        value={value}
        onChange={(event) => password.type(event.target.value)}
        onBlur={password.leave}
        strength={
          <span className={styles.strength} data-level={strength}>
            <span className={styles.bar} aria-hidden="true" />
            <output>{value ? forms(`password.strength.${strength}`) : ''}</output>
          </span>
        }
      />
    </>
  );
}
