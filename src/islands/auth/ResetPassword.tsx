/** Reset, third step: the new password. */
import { navigate } from 'astro:transitions/client';
import { RESET_DONE_ROUTE, RESET_ROUTES } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { passwordReset } from '../../stores/account/reset.ts';
import type { CallRefusal } from '../../stores/api/request.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { AccountForm } from './AccountForm.tsx';
import styles from './AuthForm.module.css';
import { NewPasswordField } from './NewPasswordField.tsx';
import { ResetStep } from './ResetStep.tsx';
import { codeRefusal, issueText } from './SignInRefusal.tsx';

/** The errors of a new password have other texts than those of signing in. */
const errorText = (locale: Locale, field: string, code: string) =>
  issueText(locale, field === 'password' ? 'new_password' : field, code);

export const ResetPassword = withErrorBoundary(ResetPasswordIsland);

function ResetPasswordIsland() {
  const locale = useLocale();
  const t = useText('auth');
  const { email } = useClientStore(passwordReset.$state, passwordReset.PRERENDERED);

  const send = async (values: FormData) => {
    if (await passwordReset.submitPassword(String(values.get('password') ?? ''), locale)) {
      await navigate(localePath(locale, RESET_DONE_ROUTE), { history: 'replace' });
    }
  };
  const wordsOf = (refusal: CallRefusal) => ({
    ...codeRefusal(locale, refusal),
    action: (refusal.code === 'code_expired' || refusal.code === 'link_expired') && (
      <a href={localePath(locale, RESET_ROUTES[0])}>{t('reset.password.expiredAction')}</a>
    ),
  });

  return (
    <ResetStep step={2} lead={t('reset.password.lead')}>
      <AccountForm
        wordsOf={wordsOf}
        errorText={errorText}
        form={passwordReset.forms.password}
        className={styles.form}
        submit={t('reset.password.submit')}
        busyLabel={t('reset.password.busy')}
        onSend={send}
      >
        {(errorOf) => (
          <>
            {/* Tells password managers which account the password belongs to. */}
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <NewPasswordField
              name="password"
              label={t('reset.password.label')}
              error={errorOf('password')}
              owner={{ email }}
            />
          </>
        )}
      </AccountForm>
    </ResetStep>
  );
}
