/** Reset, third step: the new password. */
import { navigate } from 'astro:transitions/client';
import { type SubmitEvent, useEffect } from 'react';
import { RESET_DONE_ROUTE, RESET_ROUTES } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { IDLE_FORM } from '../../stores/account/form.ts';
import {
  $reset,
  $resetPassword,
  $resetPasswordWait,
  openReset,
  PRERENDERED_RESET,
  submitNewPassword,
} from '../../stores/account/reset.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import styles from './AuthForm.module.css';
import { NewPasswordField } from './NewPasswordField.tsx';
import { Problem } from './Problem.tsx';
import { ResetStep } from './ResetStep.tsx';
import { isLockWait, issueText, summaryOf } from './words.ts';

/** A new password's errors have other texts than those of signing in. */
const WORDS = { password: 'new_password' };

export const ResetPassword = withErrorBoundary(ResetPasswordIsland);

function ResetPasswordIsland({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  const forms = textOf(locale, 'forms');
  const { busy, issues, error, attempt } = useClientStore($resetPassword, IDLE_FORM);
  const wait = useClientStore($resetPasswordWait, 0);
  const { email } = useClientStore($reset, PRERENDERED_RESET);

  useEffect(openReset, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (await submitNewPassword(password, locale)) {
      await navigate(localePath(locale, RESET_DONE_ROUTE), { history: 'replace' });
    }
  };
  const errors = summaryOf(locale, issues, WORDS);
  const expired = error?.code === 'code_expired';

  return (
    <ResetStep locale={locale} step={2} lead={t('reset.password.lead')}>
      <ErrorSummary
        title={forms('summary.title', { count: errors.length })}
        errors={errors}
        errorPrefix={forms('errorPrefix')}
        focusKey={attempt}
      />
      {error && (
        <Problem
          locale={locale}
          error={error}
          focusKey={attempt}
          wait={wait}
          title={expired ? t('reset.code.expiredTitle') : undefined}
          action={expired && <a href={localePath(locale, RESET_ROUTES[0])}>{t('reset.password.expiredAction')}</a>}
        >
          {(expired || isLockWait(error)) && <p>{t(expired ? 'reset.code.expiredText' : 'wait.wrongCodes')}</p>}
        </Problem>
      )}
      <form className={`form ${styles.form}`} method="post" noValidate onSubmit={submit}>
        {/* Tells password managers the account. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          locale={locale}
          name="password"
          label={t('reset.password.label')}
          error={issues.password && issueText(locale, 'new_password', issues.password)}
          owner={{ email }}
        />
        <div className="button-row">
          <Button type="submit" busy={busy} busyLabel={t('reset.password.busy')}>
            {t('reset.password.submit')}
          </Button>
        </div>
      </form>
    </ResetStep>
  );
}
