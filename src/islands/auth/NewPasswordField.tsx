/** A new password with its rule and a strength meter (domain/account/password.ts). */
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { hasEdgeSpace, type PasswordOwner, passwordStrength } from '../../domain/account/plain-password.ts';
import { $passwordRule, loadPasswordRule } from '../../stores/password-rule.ts';
import { useText } from '../ui/hooks.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import styles from './AuthForm.module.css';

interface NewPasswordFieldProps {
  name: string;
  label: string;
  error?: string | undefined;
  owner: PasswordOwner;
}

export function NewPasswordField({ name, label, error, owner }: NewPasswordFieldProps) {
  const forms = useText('forms');
  const [typed, setTyped] = useState('');
  const { check } = useStore($passwordRule);
  const strength = passwordStrength(typed, check(typed, owner));
  return (
    <PasswordField
      name={name}
      label={label}
      hint={forms('password.rules')}
      error={error}
      note={hasEdgeSpace(typed) ? forms('password.space') : ''}
      autoComplete="new-password"
      onInput={(event) => {
        void loadPasswordRule();
        setTyped(event.currentTarget.value);
      }}
      strength={
        <div className={styles.strength} data-strength={strength}>
          <span className={styles.bar} aria-hidden="true" />
          <output className={styles.strengthText}>
            <span className="visually-hidden">{`${forms('password.strengthLabel')}: `}</span>
            <span>{forms(`password.strength.${strength}`)}</span>
          </output>
        </div>
      }
    />
  );
}
