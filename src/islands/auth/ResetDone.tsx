/** The end of a reset. Who comes here without one is told where it begins. */
import { useEffect } from 'react';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $reset, EMPTY_RESET, openReset } from '../../stores/account/reset.ts';
import { textOf } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';

/** Before the browser has looked, the page shows what it most likely is for: the good end. */
const EXPECTED = { ...EMPTY_RESET, done: true };

export const ResetDone = withErrorBoundary(ResetDoneIsland);

function ResetDoneIsland({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  const { done, step } = useClientStore($reset, EXPECTED);
  useEffect(openReset, []);

  if (!done) {
    return (
      <>
        <h1>{t('reset.email.title')}</h1>
        <div className="auth-obstacle">
          <Notice
            tone="info"
            title={t('reset.startTitle')}
            action={
              <a className="button" href={localePath(locale, RESET_ROUTES[step])}>
                {t('reset.startAction')}
              </a>
            }
          >
            <p>{t('reset.startText')}</p>
          </Notice>
        </div>
      </>
    );
  }
  return (
    <>
      <span className="done-mark" aria-hidden="true" />
      <h1>{t('reset.done.title')}</h1>
      <p className="auth-lead">{t('reset.done.lead')}</p>
      <p>
        <a className="button" href={localePath(locale, '/auth/login')}>
          {t('reset.done.action')}
        </a>
      </p>
    </>
  );
}
