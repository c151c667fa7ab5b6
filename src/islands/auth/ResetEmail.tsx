/** Reset, first step: the address to send a code to. */
import { navigate } from 'astro:transitions/client';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { passwordReset } from '../../stores/account/reset.ts';
import type { CallRefusal } from '../../stores/api/request.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useLocale, useText } from '../ui/hooks.ts';
import { AccountForm } from './AccountForm.tsx';
import styles from './AuthForm.module.css';
import { EmailField } from './EmailField.tsx';
import { ResetStep } from './ResetStep.tsx';

export const ResetEmail = withErrorBoundary(ResetEmailIsland);

function ResetEmailIsland() {
  const locale = useLocale();
  const t = useText('auth');

  const send = async (values: FormData) => {
    const email = String(values.get('email') ?? '');
    if (await passwordReset.submitEmail(email, locale)) await navigate(localePath(locale, RESET_ROUTES[1]));
  };
  const wordsOf = (refusal: CallRefusal) => ({
    text: refusal.code === 'slow_down' && t('wait.codes'),
  });

  return (
    <ResetStep step={0} lead={t('reset.email.lead')}>
      <AccountForm
        form={passwordReset.forms.email}
        wordsOf={wordsOf}
        className={styles.form}
        submit={t('reset.email.submit')}
        busyLabel={t('reset.email.busy')}
        onSend={send}
      >
        {(errorOf) => (
          <EmailField label={t('reset.email.label')} hint={t('reset.email.hint')} error={errorOf('email')} />
        )}
      </AccountForm>
    </ResetStep>
  );
}
