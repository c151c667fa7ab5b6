/** Reset, second step: the six digits from the mail, typed, pasted or autofilled. */
import { navigate } from 'astro:transitions/client';
import { type ClipboardEvent, type RefObject, useState } from 'react';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { passwordReset } from '../../stores/account/reset.ts';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { StatusText } from '../ui/Loading.tsx';
import { TextField } from '../ui/TextField.tsx';
import { replaceText, useCorrection } from '../ui/typed-text.ts';
import { AccountForm } from './AccountForm.tsx';
import styles from './AuthForm.module.css';
import { ResetStep } from './ResetStep.tsx';
import { codeRefusal, waitTime } from './SignInRefusal.tsx';

export const ResetCode = withErrorBoundary(ResetCodeIsland);

function ResetCodeIsland() {
  const locale = useLocale();
  const t = useText('auth');
  const { refusal } = useClientStore(passwordReset.forms.code.$state);
  const { email } = useClientStore(passwordReset.$state, passwordReset.PRERENDERED);
  // React does not hold the value, so that what is typed before hydration stays.
  const box = useCorrection<HTMLInputElement>(({ value, caret }) => {
    const code = passwordReset.readCode(value);
    return { value: code, caret: passwordReset.readCode(value.slice(0, caret)).length };
  });

  const send = async () => {
    if (await passwordReset.submitCode(box.current?.value ?? '', locale))
      await navigate(localePath(locale, RESET_ROUTES[2]));
  };
  const resend = async () => {
    const sent = await passwordReset.resendCode(locale);
    if (sent && box.current) box.current.value = '';
    return sent;
  };

  return (
    <ResetStep step={1} lead={email && t('reset.code.lead', { email })}>
      <AccountForm
        form={passwordReset.forms.code}
        className={`${styles.form} ${styles.code}`}
        submit={t('reset.code.submit')}
        busyLabel={t('reset.code.busy')}
        wordsOf={(refusal) => codeRefusal(locale, refusal)}
        onSend={send}
      >
        {(errorOf) => <CodeField error={errorOf('code')} expired={refusal?.code === 'code_expired'} box={box} />}
      </AccountForm>
      <Resend onResend={resend} />
    </ResetStep>
  );
}

interface CodeFieldProps {
  error: string | undefined;
  expired: boolean;
  box: RefObject<HTMLInputElement | null>;
}

function CodeField({ error, expired, box }: CodeFieldProps) {
  const forms = useText('forms');
  const t = useText('auth');
  const left = useClientStore(passwordReset.$triesLeft);
  const hidesLeft = left === null || expired;
  return (
    <TextField
      name="code"
      label={t('reset.code.label')}
      hint={t('reset.code.hint')}
      error={error}
      errorPrefix={forms('errorPrefix')}
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      note={hidesLeft ? '' : left > 0 ? t('reset.code.left', { count: left }) : t('reset.code.leftNone')}
      ref={box}
      onPaste={paste}
    />
  );
}

/** A pasted code replaces what was typed. */
function paste(event: ClipboardEvent<HTMLInputElement>): void {
  event.preventDefault();
  const value = passwordReset.readCode(event.clipboardData.getData('text'));
  replaceText(event.currentTarget, { value, caret: value.length });
}

interface ResendProps {
  /** Resolves to true once another code was sent. */
  onResend: () => Promise<boolean>;
}

function Resend({ onResend }: ResendProps) {
  const locale = useLocale();
  const t = useText('auth');
  const wait = useClientStore(passwordReset.$resendWait);
  const [resent, setResent] = useState(false);
  const press = async () => setResent(await onResend());
  return (
    <div className={styles.resend}>
      <h2 className={styles.resendTitle}>{t('reset.code.noMail')}</h2>
      <p>{t('reset.code.spam')}</p>
      <StatusText>{resent && t('reset.code.resent')}</StatusText>
      {wait > 0 ? (
        <p className={styles.wait}>{t('reset.code.resendWait', { time: waitTime(locale, wait) })}</p>
      ) : (
        <p>
          <Button kind="link" onClick={() => void press()}>
            {t('reset.code.resend')}
          </Button>
        </p>
      )}
      <p>
        <a className="text-button" href={localePath(locale, RESET_ROUTES[0])}>
          {t('reset.code.otherEmail')}
        </a>
      </p>
    </div>
  );
}
