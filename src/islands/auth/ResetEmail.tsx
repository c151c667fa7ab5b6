/** Reset, first step: the address to send a code to. */
import { navigate } from 'astro:transitions/client';
import { type SubmitEvent, useEffect } from 'react';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { IDLE_FORM } from '../../stores/account/form.ts';
import { $resetEmail, $resetEmailWait, openReset, submitResetEmail } from '../../stores/account/reset.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import styles from './AuthForm.module.css';
import { Problem } from './Problem.tsx';
import { ResetStep } from './ResetStep.tsx';
import { isLockWait, issueText, summaryOf } from './words.ts';

export const ResetEmail = withErrorBoundary(ResetEmailIsland);

function ResetEmailIsland({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  const forms = textOf(locale, 'forms');
  const { busy, issues, error, attempt } = useClientStore($resetEmail, IDLE_FORM);
  const wait = useClientStore($resetEmailWait, 0);

  useEffect(openReset, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '');
    if (await submitResetEmail(email, locale)) await navigate(localePath(locale, RESET_ROUTES[1]));
  };
  const errors = summaryOf(locale, issues);

  return (
    <ResetStep locale={locale} step={0} lead={t('reset.email.lead')}>
      <ErrorSummary
        title={forms('summary.title', { count: errors.length })}
        errors={errors}
        errorPrefix={forms('errorPrefix')}
        focusKey={attempt}
      />
      {error && (
        <Problem locale={locale} error={error} focusKey={attempt} wait={wait}>
          {error.code === 'slow_down' && <p>{t(isLockWait(error) ? 'wait.wrongCodes' : 'wait.codes')}</p>}
        </Problem>
      )}
      <form className={`form ${styles.form}`} method="post" noValidate onSubmit={submit}>
        <TextField
          name="email"
          label={t('reset.email.label')}
          hint={t('reset.email.hint')}
          error={issues.email && issueText(locale, 'email', issues.email)}
          errorPrefix={forms('errorPrefix')}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="button-row">
          <Button type="submit" busy={busy} busyLabel={t('reset.email.busy')}>
            {t('reset.email.submit')}
          </Button>
        </div>
      </form>
    </ResetStep>
  );
}
