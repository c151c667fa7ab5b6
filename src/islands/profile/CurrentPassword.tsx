/** The current password, which another e-mail address takes. It is no part of the application's values, which the device keeps. */
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { errorText } from '../wizard/field-texts.ts';

export const CURRENT_PASSWORD = 'current_password';

export interface CurrentPasswordProps {
  locale: Locale;
  type: ApplicationType;
  /** Of what is wrong with it. */
  code: string | undefined;
  onInput: () => void;
}

export function CurrentPassword({ locale, type, code, onInput }: CurrentPasswordProps) {
  const t = textOf(locale, 'forms');
  return (
    <PasswordField
      name={CURRENT_PASSWORD}
      label={t('fields.current_password.label')}
      hint={textOf(locale, 'auth')('person.change.emailHint')}
      error={code && errorText({ t, type }, CURRENT_PASSWORD, code)}
      errorPrefix={t('errorPrefix')}
      showLabel={t('password.show')}
      hideLabel={t('password.hide')}
      autoComplete="current-password"
      onInput={onInput}
    />
  );
}
