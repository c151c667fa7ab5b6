/** What to do when no mail came: wait, ask for another code, correct the address. */
import { useState } from 'react';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $resendWait } from '../../stores/account/reset.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { StatusText } from '../ui/Loading.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { waitTime } from './words.ts';

export interface ResendProps {
  locale: Locale;
  /** Resolves to true when another code is on its way. */
  onResend: () => Promise<boolean>;
}

export function Resend({ locale, onResend }: ResendProps) {
  const t = textOf(locale, 'auth');
  const wait = useClientStore($resendWait, 0);
  const [resent, setResent] = useState(false);
  const press = async () => setResent(await onResend());
  return (
    <div className="resend">
      <h2 className="resend__title">{t('reset.code.noMail')}</h2>
      <p>{t('reset.code.spam')}</p>
      <StatusText>{resent && t('reset.code.resent')}</StatusText>
      {wait > 0 ? (
        <p className="resend__wait">{t('reset.code.resendWait', { time: waitTime(locale, wait) })}</p>
      ) : (
        <p>
          <Button kind="link" onClick={() => void press()}>
            {t('reset.code.resend')}
          </Button>
        </p>
      )}
      <p>
        <a href={localePath(locale, RESET_ROUTES[0])}>{t('reset.code.otherEmail')}</a>
      </p>
    </div>
  );
}
