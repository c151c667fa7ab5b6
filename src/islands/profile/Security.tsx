/** The security page. A new password ends the other sessions, so their list is requested again. */
import { useEffect, useState } from 'react';
import type { SessionEntry } from '../../domain/api/list-responses.ts';
import { formatInstant } from '../../domain/i18n/dates.ts';
import { $profile, type Profile } from '../../stores/account/record.ts';
import { passwordChange, sessionList } from '../../stores/account/security.ts';
import { refusalText, refusalTitle } from '../../stores/api/refusal-text.ts';
import { AccountForm, type ErrorOf } from '../auth/AccountForm.tsx';
import { NewPasswordField } from '../auth/NewPasswordField.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { HostRefusalText } from '../ui/HostRefusalText.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { LoadingBlock, StatusText } from '../ui/Loading.tsx';
import { Notice, RequestReference } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { RecordFrame } from './RecordFrame.tsx';
import styles from './Security.module.css';

export const Security = withErrorBoundary(SecurityIsland);

function SecurityIsland() {
  useEffect(sessionList.follow, []);
  return (
    <div className={styles.columns}>
      <RecordFrame after={<SessionList />}>
        {() => <PasswordChange onDone={() => void sessionList.open()} />}
      </RecordFrame>
    </div>
  );
}

function PasswordChange({ onDone }: { onDone: () => void }) {
  const locale = useLocale();
  const t = useText('auth');
  const { issues, refusal } = useClientStore(passwordChange.form.$state);
  const profile = useClientStore($profile);
  const othersEnded = useClientStore(passwordChange.$otherSessionsEnded);
  // A new key resets the form with its strength meter.
  const [done, setDone] = useState(0);

  useEffect(passwordChange.form.clear, []);

  const send = async (values: FormData) => {
    const text = (name: string) => String(values.get(name) ?? '');
    if (await passwordChange.submit({ current: text('current_password'), next: text('new_password') }, locale)) {
      setDone(done + 1);
      onDone();
    }
  };

  return (
    <section className={styles.block} aria-labelledby="password-title">
      <h2 id="password-title">{t('security.password.title')}</h2>
      <AccountForm
        form={passwordChange.form}
        key={done}
        submit={t('security.password.submit')}
        busyLabel={t('security.password.busy')}
        notice={
          done > 0 &&
          Object.keys(issues).length === 0 &&
          !refusal && (
            <Notice
              tone="success"
              title={t('security.password.done')}
              text={t(othersEnded ? 'security.password.doneText' : 'security.password.doneHere')}
            />
          )
        }
        onSend={send}
      >
        {(errorOf) => <Passwords profile={profile} errorOf={errorOf} />}
      </AccountForm>
    </section>
  );
}

function Passwords({ profile, errorOf }: { profile: Profile | null; errorOf: ErrorOf }) {
  const t = useText('auth');
  return (
    <>
      {/* Tells password managers which account the password belongs to. */}
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

function SessionList() {
  const locale = useLocale();
  const t = useText('auth');
  const { phase, list, refusal, ending } = useClientStore(sessionList.$state);
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState(false);

  if (phase === 'absent') return null;
  const end = async () => {
    setAsking(false);
    setEnded(await sessionList.endOthers());
  };
  return (
    <section className={styles.block} aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('security.sessions.title')}</h2>
      {refusal && (
        <Notice
          tone="error"
          title={refusalTitle(locale, refusal)}
          action={
            <Button kind="quiet" onClick={() => void sessionList.open()}>
              {t('data.again')}
            </Button>
          }
          text={refusalText(locale, refusal)}
        >
          <HostRefusalText refusal={refusal} />
          <RequestReference />
        </Notice>
      )}
      {phase === 'loading' && <LoadingBlock label={t('security.sessions.loading')} />}
      {phase === 'ready' && (
        <>
          <ul className={styles.sessions}>
            {list.map((entry) => (
              <SessionRow entry={entry} key={`${entry.created_at} ${entry.browser}`} />
            ))}
          </ul>
          <StatusText>
            {ended ? t('security.sessions.ended') : list.length < 2 && t('security.sessions.only')}
          </StatusText>
          {list.length > 1 && (
            <Button
              kind="quiet"
              busy={ending}
              busyLabel={t('security.sessions.ending')}
              onClick={() => setAsking(true)}
            >
              {t('security.sessions.endOthers')}
            </Button>
          )}
        </>
      )}
      <ConfirmEnd open={asking} onClose={() => setAsking(false)} onEnd={() => void end()} />
    </section>
  );
}

function ConfirmEnd({ open, onClose, onEnd }: { open: boolean; onClose: () => void; onEnd: () => void }) {
  const t = useText('auth');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('security.sessions.confirmTitle')}
      actions={
        <>
          <Button onClick={onEnd}>{t('security.sessions.endOthers')}</Button>
          <Button kind="link" onClick={onClose}>
            {t('security.sessions.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('security.sessions.confirmText')}</p>
    </Dialog>
  );
}

function SessionRow({ entry }: { entry: SessionEntry }) {
  const locale = useLocale();
  const t = useText('auth');
  return (
    <li>
      <p className={styles.browser}>
        <span>{entry.browser || t('security.sessions.unknown')}</span>
        {entry.current && (
          <span className="tag" data-tone="info">
            {t('security.sessions.current')}
          </span>
        )}
      </p>
      <p className={styles.when}>
        <span>{`${t('security.sessions.made', { when: formatInstant(entry.created_at, locale) })}. `}</span>
        <span>{t('security.sessions.used', { when: formatInstant(entry.used_at, locale) })}</span>
      </p>
    </li>
  );
}
