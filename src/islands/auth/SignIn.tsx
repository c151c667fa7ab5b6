/** The sign-in form. Typed text stays in the fields when the language changes, and is stored nowhere. */
import { navigate } from 'astro:transitions/client';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { type FieldIssues, IDLE_FORM } from '../../stores/account/form.ts';
import { $session } from '../../stores/account/session.ts';
import {
  $signIn,
  $signInNote,
  $signInWait,
  openSignIn,
  submitSignIn,
  takeDestination,
} from '../../stores/account/sign-in.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { NO_SESSION } from '../../stores/api/token.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { StatusText } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import styles from './AuthForm.module.css';
import { Problem } from './Problem.tsx';
import { issueText, summaryOf } from './words.ts';

export const SignIn = withErrorBoundary(SignInIsland);

function SignInIsland({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  const forms = textOf(locale, 'forms');
  const { busy, issues, error, attempt } = useClientStore($signIn, IDLE_FORM);
  const wait = useClientStore($signInWait, 0);
  const note = useClientStore($signInNote, null);
  const { signedIn } = useClientStore($session, NO_SESSION);
  const [leaving, setLeaving] = useState(false);

  useEffect(openSignIn, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '');
    setLeaving(true);
    if (await submitSignIn({ email: text('email'), password: text('password') }, locale)) {
      await navigate(takeDestination(locale), { history: 'replace' });
    } else setLeaving(false);
  };

  const errors = summaryOf(locale, issues);

  return (
    <>
      {signedIn && !leaving && (
        <Notice
          tone="info"
          title={t('login.already')}
          action={<a href={localePath(locale, note?.route ?? '/profile')}>{t('login.toProfile')}</a>}
        >
          <p>{t('login.alreadyText')}</p>
        </Notice>
      )}
      {note && !signedIn && !error && (
        <Notice tone="warning" title={t(`login.${note.reason}Title`)}>
          <p>{t(`login.${note.reason}Text`)}</p>
        </Notice>
      )}
      <ErrorSummary
        title={forms('summary.title', { count: errors.length })}
        errors={errors}
        errorPrefix={forms('errorPrefix')}
        focusKey={attempt}
      />
      {error && <SignInProblem locale={locale} error={error} wait={wait} attempt={attempt} />}
      <form className={`form ${styles.form}`} method="post" noValidate onSubmit={submit}>
        <Credentials locale={locale} issues={issues} />
        <div className="button-row">
          <Button type="submit" busy={busy || leaving} busyLabel={t('login.busy')} aria-disabled={wait > 0}>
            {t('login.submit')}
          </Button>
        </div>
        <StatusText hidden>{error?.retryAfter && wait === 0 ? t('wait.over') : ''}</StatusText>
      </form>
      <p className={styles.other}>
        <span>{`${t('login.noAccount')} `}</span>
        <a href={localePath(locale, '/type/application')}>{t('login.apply')}</a>
        <span>{`. ${t('login.applyAfter')}`}</span>
      </p>
    </>
  );
}

/** The two fields, and the link to the password reset. */
function Credentials({ locale, issues }: { locale: Locale; issues: FieldIssues }) {
  const t = textOf(locale, 'auth');
  const forms = textOf(locale, 'forms');
  const issueOf = (field: string) => (issues[field] ? issueText(locale, field, issues[field]) : undefined);
  return (
    <>
      <TextField
        name="email"
        label={t('login.email')}
        hint={t('login.emailHint')}
        error={issueOf('email')}
        errorPrefix={forms('errorPrefix')}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        name="password"
        label={t('login.password')}
        error={issueOf('password')}
        errorPrefix={forms('errorPrefix')}
        showLabel={forms('password.show')}
        hideLabel={forms('password.hide')}
        autoComplete="current-password"
      />
      <p className={styles.aside}>
        <a href={localePath(locale, '/auth/reset/password')}>{t('login.forgot')}</a>
      </p>
    </>
  );
}

interface SignInProblemProps {
  locale: Locale;
  error: ApiError;
  /** Seconds until another attempt is accepted. */
  wait: number;
  attempt: number;
}

/** Why the sign-in failed and what to do: reset the password, wait, or try again. */
function SignInProblem({ locale, error, wait, attempt }: SignInProblemProps) {
  const t = textOf(locale, 'auth');
  const newPassword = <a href={localePath(locale, '/auth/reset/password')}>{t('login.wrongAction')}</a>;
  if (error.code === 'invalid_credentials') {
    return (
      <Problem locale={locale} error={error} focusKey={attempt} title={t('login.wrongTitle')} action={newPassword}>
        <p>{t('login.wrongText')}</p>
      </Problem>
    );
  }
  if (error.code === 'slow_down') {
    return (
      <Problem locale={locale} error={error} focusKey={attempt} wait={wait} action={newPassword}>
        <p>{t('login.waitForgot')}</p>
      </Problem>
    );
  }
  if (REFUSED.has(error.code)) {
    return (
      <Problem locale={locale} error={error} focusKey={attempt} title={t('login.rejectedTitle')} action={newPassword}>
        <p>{t('login.rejectedText')}</p>
      </Problem>
    );
  }
  return <Problem locale={locale} error={error} focusKey={attempt} />;
}

/** The host rejected the sign-in without a reason from the contract. */
const REFUSED = new Set<ApiError['code']>(['refused', 'conflict', 'validation_failed', 'not_found', 'malformed']);
