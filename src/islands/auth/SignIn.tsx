/** The sign-in form. Typed text stays in the fields when the language changes, and is not stored. */
import { navigate } from 'astro:transitions/client';
import { useEffect, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { signInPage } from '../../stores/account/sign-in.ts';
import type { CallRefusal } from '../../stores/api/request.ts';
import { $session, sessionToken } from '../../stores/api/session-token.ts';
import { pageText } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { AccountForm, type ErrorOf } from './AccountForm.tsx';
import styles from './AuthForm.module.css';
import { EmailField } from './EmailField.tsx';
import type { RefusalWords } from './SignInRefusal.tsx';

export const SignIn = withErrorBoundary(SignInIsland);

function SignInIsland() {
  const locale = useLocale();
  const t = useText('auth');
  const { refusal } = useClientStore(signInPage.form.$state);
  const note = useClientStore(signInPage.$note);
  const { signedIn } = useClientStore($session, sessionToken.NONE);
  const [leaving, setLeaving] = useState(false);

  useEffect(signInPage.open, []);

  const send = async (values: FormData) => {
    const text = (name: string) => String(values.get(name) ?? '');
    setLeaving(true);
    if (await signInPage.submit({ email: text('email'), password: text('password') }, locale)) {
      await navigate(signInPage.takeDestination(locale), { history: 'replace' });
    } else setLeaving(false);
  };

  return (
    <>
      {signedIn && !leaving && (
        <Notice
          tone="info"
          title={t('login.already')}
          action={
            <a className="text-button" href={localePath(locale, note?.route ?? '/profile')}>
              {t('login.toProfile')}
            </a>
          }
          text={t('login.alreadyText')}
        />
      )}
      {note && !signedIn && !refusal && (
        <Notice tone="warning" title={t(`login.${note.reason}Title`)} text={t(`login.${note.reason}Text`)} />
      )}
      <AccountForm
        form={signInPage.form}
        leaving={leaving}
        disabledByWait
        className={styles.form}
        submit={t('login.submit')}
        busyLabel={t('login.busy')}
        wordsOf={(refusal) => refusalWords(locale, refusal)}
        onSend={send}
      >
        {(errorOf) => <Credentials errorOf={errorOf} />}
      </AccountForm>
      <p className={styles.other}>
        <span>{`${t('login.noAccount')} `}</span>
        <a href={localePath(locale, '/type/application')}>{t('login.apply')}</a>
        <span>{`. ${t('login.applyAfter')}`}</span>
      </p>
    </>
  );
}

function Credentials({ errorOf }: { errorOf: ErrorOf }) {
  const locale = useLocale();
  const t = useText('auth');
  return (
    <>
      <EmailField label={t('login.email')} hint={t('login.emailHint')} error={errorOf('email')} />
      <PasswordField
        name="password"
        label={t('login.password')}
        error={errorOf('password')}
        autoComplete="current-password"
      />
      <p className={styles.aside}>
        <a href={localePath(locale, '/auth/reset/password')}>{t('login.forgot')}</a>
      </p>
    </>
  );
}

/** The sign-in was rejected without a reason. */
const REFUSED = new Set<CallRefusal['code']>(['refused', 'conflict', 'validation_failed', 'not_found', 'malformed']);

function refusalWords(locale: Locale, { code }: CallRefusal): RefusalWords {
  const t = pageText(locale, 'auth');
  const action = <a href={localePath(locale, '/auth/reset/password')}>{t('login.wrongAction')}</a>;
  if (code === 'invalid_credentials') return { title: t('login.wrongTitle'), text: t('login.wrongText'), action };
  if (code === 'slow_down') return { text: t('login.waitForgot'), action };
  if (REFUSED.has(code)) return { title: t('login.rejectedTitle'), text: t('login.rejectedText'), action };
  return {};
}
