/** The security page. A new password ends the other sessions, so their list is read again. */
import { useEffect, useState } from 'react';
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
import { AccountForm, type ErrorOf } from '../auth/AccountForm.tsx';
import { NewPasswordField } from '../auth/NewPasswordField.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { RecordFrame } from './RecordFrame.tsx';
import styles from './Security.module.css';
import { SessionList } from './SessionList.tsx';

export const Security = withErrorBoundary(SecurityIsland);

function SecurityIsland() {
  useEffect(() => void openSessions(), []);
  return (
    <div className={styles.columns}>
      <RecordFrame after={<SessionList />}>{() => <PasswordChange onDone={() => void openSessions()} />}</RecordFrame>
    </div>
  );
}

/** Changing the password. Both fields are cleared afterwards. */
function PasswordChange({ onDone }: { onDone: () => void }) {
  const locale = useLocale();
  const t = useText('auth');
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
        {...{ state, wait }}
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
        {(errorOf) => <Passwords profile={profile} errorOf={errorOf} />}
      </AccountForm>
    </section>
  );
}

/** The current and the new password. */
function Passwords({ profile, errorOf }: { profile: Profile | null; errorOf: ErrorOf }) {
  const t = useText('auth');
  return (
    <>
      {/* Tells password managers the account. */}
      <input type="text" name="username" autoComplete="username" value={profile?.email ?? ''} readOnly hidden />
      <PasswordField
        name="current_password"
        label={t('security.password.current')}
        error={errorOf('current_password')}
        autoComplete="current-password"
      />
      <NewPasswordField
        name="new_password"
        label={t('security.password.next')}
        error={errorOf('new_password')}
        owner={profile ?? {}}
      />
    </>
  );
}
