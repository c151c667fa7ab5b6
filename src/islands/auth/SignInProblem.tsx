/** Why signing in did not work, with the way on that fits: a new password, a short wait, another try. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { textOf } from '../../stores/page-text.ts';
import { Problem } from './Problem.tsx';

export interface SignInProblemProps {
  locale: Locale;
  error: ApiError;
  /** Seconds until another try is taken. */
  wait: number;
  attempt: number;
}

export function SignInProblem({ locale, error, wait, attempt }: SignInProblemProps) {
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
  return <Problem locale={locale} error={error} focusKey={attempt} />;
}
