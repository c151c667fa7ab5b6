/** What this device sent without hearing of it has arrived: says so, and leads to the account. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from '../ui/Notice.tsx';

export interface ArrivedNoticeProps {
  locale: Locale;
  /** The page has the field for the password. */
  canSendAgain?: boolean;
}

export function ArrivedNotice({ locale, canSendAgain = false }: ArrivedNoticeProps) {
  const t = textOf(locale, 'application');
  return (
    <Notice
      tone="success"
      title={t('send.arrived.title')}
      action={
        <span className="button-row">
          <a className="button" href={localePath(locale, '/auth/login')}>
            {t('send.arrived.signIn')}
          </a>
          <a className="button button--link" href={localePath(locale, '/auth/reset/password')}>
            {t('send.arrived.forgot')}
          </a>
        </span>
      }
    >
      <p>{t('send.arrived.text')}</p>
      {canSendAgain && <p>{t('send.arrived.again')}</p>}
    </Notice>
  );
}
