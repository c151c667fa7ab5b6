/** The current password, which another e-mail address takes. It is no part of the form's values, which the device keeps. */
import { useFormState } from 'react-hook-form';
import { textOf } from '../../stores/page-text.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { errorCode } from '../wizard/field-errors.ts';
import { errorText } from '../wizard/field-texts.ts';
import { useStep } from '../wizard/step-context.ts';

export const CURRENT_PASSWORD = 'current_password';

export function CurrentPassword() {
  const step = useStep();
  const { t, form, locale } = step;
  const { errors } = useFormState({ control: form.control });
  const code = errorCode(errors, CURRENT_PASSWORD);
  return (
    <PasswordField
      name={CURRENT_PASSWORD}
      label={t('fields.current_password.label')}
      hint={textOf(locale, 'auth')('person.change.emailHint')}
      error={code && errorText(step, CURRENT_PASSWORD, code)}
      errorPrefix={t('errorPrefix')}
      showLabel={t('password.show')}
      hideLabel={t('password.hide')}
      autoComplete="current-password"
      onInput={() => form.clearErrors(CURRENT_PASSWORD)}
    />
  );
}
