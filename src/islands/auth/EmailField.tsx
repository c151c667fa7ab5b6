import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { TextField } from '../ui/TextField.tsx';

/** The address of the application, to reset its password. */
export function EmailField({ locale, error }: { locale: Locale; error: string | undefined }) {
  const t = textOf(locale, 'auth');
  return (
    <TextField
      name="email"
      label={t('reset.email.label')}
      hint={t('reset.email.hint')}
      error={error}
      errorPrefix={textOf(locale, 'forms')('errorPrefix')}
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
