/** Reset, first step: the address to send a code to. */
import { navigate } from 'astro:transitions/client';
import { useEffect } from 'react';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { IDLE_FORM } from '../../stores/account/form.ts';
import { $resetEmail, $resetEmailWait, openReset, submitResetEmail } from '../../stores/account/reset.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { textOf } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { AccountForm } from './AccountForm.tsx';
import styles from './AuthForm.module.css';
import { EmailField } from './EmailField.tsx';
import { ResetStep } from './ResetStep.tsx';

import { isLockWait } from './words.ts';

export const ResetEmail = withErrorBoundary(ResetEmailIsland);

function ResetEmailIsland({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  const state = useClientStore($resetEmail, IDLE_FORM);
  const wait = useClientStore($resetEmailWait, 0);

  useEffect(openReset, []);

  const send = async (values: FormData) => {
    const email = String(values.get('email') ?? '');
    if (await submitResetEmail(email, locale)) await navigate(localePath(locale, RESET_ROUTES[1]));
  };
  const wordsOf = (error: ApiError) => ({
    text: error.code === 'slow_down' && t(isLockWait(error) ? 'wait.wrongCodes' : 'wait.codes'),
  });

  return (
    <ResetStep locale={locale} step={0} lead={t('reset.email.lead')}>
      <AccountForm
        {...{ locale, state, wait, wordsOf }}
        className={styles.form}
        submit={t('reset.email.submit')}
        busyLabel={t('reset.email.busy')}
        onSend={send}
      >
        {(errorOf) => <EmailField locale={locale} error={errorOf('email')} />}
      </AccountForm>
    </ResetStep>
  );
}
