/** The security page. A new password ends the other sessions, so their list is read again. */
import { type SubmitEvent, useEffect, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { IDLE_FORM } from '../../stores/account/form.ts';
import { $profile } from '../../stores/account/record.ts';
import {
  $otherSessionsEnded,
  $passwordChange,
  $passwordChangeWait,
  openPasswordChange,
  openSessions,
  submitPasswordChange,
} from '../../stores/account/security.ts';
import { textOf } from '../../stores/page-text.ts';
import { NewPasswordField } from '../auth/NewPasswordField.tsx';
import { Problem } from '../auth/Problem.tsx';
import { issueText, summaryOf } from '../auth/words.ts';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
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
  const forms = textOf(locale, 'forms');
  const { busy, issues, error, attempt } = useClientStore($passwordChange, IDLE_FORM);
  const wait = useClientStore($passwordChangeWait, 0);
  const profile = useClientStore($profile, null);
  const othersEnded = useClientStore($otherSessionsEnded, false);
  // A new key resets the form, the strength meter included.
  const [done, setDone] = useState(0);

  useEffect(openPasswordChange, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '');
    if (await submitPasswordChange({ current: text('current_password'), next: text('new_password') }, locale)) {
      setDone(done + 1);
      onDone();
    }
  };
  const errors = summaryOf(locale, issues);
  const issueOf = (field: string) => issues[field] && issueText(locale, field, issues[field]);

  return (
    <section className={styles.block} aria-labelledby="password-title">
      <h2 id="password-title">{t('security.password.title')}</h2>
      <ErrorSummary
        title={forms('summary.title', { count: errors.length })}
        errors={errors}
        errorPrefix={forms('errorPrefix')}
        focusKey={attempt}
      />
      {error && <Problem locale={locale} error={error} focusKey={attempt} wait={wait} />}
      {done > 0 && errors.length === 0 && !error && (
        <Notice tone="success" title={t('security.password.done')}>
          <p>{t(othersEnded ? 'security.password.doneText' : 'security.password.doneHere')}</p>
        </Notice>
      )}
      <form className="form" method="post" noValidate onSubmit={submit} key={done}>
        <input type="text" name="username" autoComplete="username" value={profile?.email ?? ''} readOnly hidden />
        <PasswordField
          name="current_password"
          label={t('security.password.current')}
          error={issueOf('current_password')}
          errorPrefix={forms('errorPrefix')}
          showLabel={forms('password.show')}
          hideLabel={forms('password.hide')}
          autoComplete="current-password"
        />
        <NewPasswordField
          locale={locale}
          name="new_password"
          label={t('security.password.next')}
          error={issueOf('new_password')}
          owner={profile ?? {}}
        />
        <div className="button-row">
          <Button type="submit" busy={busy} busyLabel={t('security.password.busy')}>
            {t('security.password.submit')}
          </Button>
        </div>
      </form>
    </section>
  );
}
