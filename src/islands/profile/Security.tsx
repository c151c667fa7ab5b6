/** The security page. A new password ends the other sessions, so their list is read again. */
import { useEffect, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { IDLE_FORM } from '../../stores/account/form.ts';
import { $profile, type Profile } from '../../stores/account/record.ts';
import {
  $otherSessionsEnded,
  $passwordChange,
  $passwordChangeWait,
  openPasswordChange,
  openSessions,
  submitPasswordChange,
} from '../../stores/account/security.ts';
import { textOf } from '../../stores/page-text.ts';
import { AccountForm, type ErrorOf } from '../auth/AccountForm.tsx';
import { NewPasswordField } from '../auth/NewPasswordField.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { type ProfilePageProps, RecordFrame } from './RecordFrame.tsx';
import styles from './Security.module.css';
import { SessionList } from './SessionList.tsx';

export const Security = withErrorBoundary(SecurityIsland);

function SecurityIsland({ locale, phone }: ProfilePageProps) {
  useEffect(() => void openSessions(), []);
  return (
    <RecordFrame locale={locale} phone={phone} after={<SessionList locale={locale} />}>
      {() => <PasswordChange locale={locale} onDone={() => void openSessions()} />}
    </RecordFrame>
  );
}

/** Changing the password. Both fields are cleared afterwards. */
function PasswordChange({ locale, onDone }: { locale: Locale; onDone: () => void }) {
  const t = textOf(locale, 'auth');
  const state = useClientStore($passwordChange, IDLE_FORM);
  const wait = useClientStore($passwordChangeWait, 0);
  const profile = useClientStore($profile, null);
  const othersEnded = useClientStore($otherSessionsEnded, false);
  // A new key resets the form, the strength meter included.
  const [done, setDone] = useState(0);

  useEffect(openPasswordChange, []);

  const send = async (values: FormData) => {
    const text = (name: string) => String(values.get(name) ?? '');
    if (await submitPasswordChange({ current: text('current_password'), next: text('new_password') }, locale)) {
      setDone(done + 1);
      onDone();
    }
  };

  return (
    <section className={styles.block} aria-labelledby="password-title">
      <h2 id="password-title">{t('security.password.title')}</h2>
      <AccountForm
        {...{ locale, state, wait }}
        key={done}
        submit={t('security.password.submit')}
        busyLabel={t('security.password.busy')}
        notice={
          done > 0 &&
          Object.keys(state.issues).length === 0 &&
          !state.error && (
            <Notice tone="success" title={t('security.password.done')}>
              <p>{t(othersEnded ? 'security.password.doneText' : 'security.password.doneHere')}</p>
            </Notice>
          )
        }
        onSend={send}
      >
        {(errorOf) => <Passwords locale={locale} profile={profile} errorOf={errorOf} />}
      </AccountForm>
    </section>
  );
}

interface PasswordsProps {
  locale: Locale;
  profile: Profile | null;
  errorOf: ErrorOf;
}

/** The current and the new password. */
function Passwords({ locale, profile, errorOf }: PasswordsProps) {
  const t = textOf(locale, 'auth');
  const forms = textOf(locale, 'forms');
  return (
    <>
      {/* Tells password managers the account. */}
      <input type="text" name="username" autoComplete="username" value={profile?.email ?? ''} readOnly hidden />
      <PasswordField
        name="current_password"
        label={t('security.password.current')}
        error={errorOf('current_password')}
        errorPrefix={forms('errorPrefix')}
        showLabel={forms('password.show')}
        hideLabel={forms('password.hide')}
        autoComplete="current-password"
      />
      <NewPasswordField
        locale={locale}
        name="new_password"
        label={t('security.password.next')}
        error={errorOf('new_password')}
        owner={profile ?? {}}
      />
    </>
  );
}
