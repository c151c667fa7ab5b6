/**
 * Restores a changed e-mail address. Only the button does it: mail scanners open links too.
 */
import { type SubmitEvent, useEffect, useState } from 'react';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { IDLE_FORM } from '../../stores/account/form.ts';
import { $restore, $restoreWait, openRestore, submitRestore } from '../../stores/account/reset.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore, useHydrated } from '../ui/use-hydrated.ts';
import { ViewHeading } from '../ui/ViewHeading.tsx';
import styles from './AuthForm.module.css';
import { Problem } from './Problem.tsx';

export const RestoreEmail = withErrorBoundary(RestoreEmailIsland);

function RestoreEmailIsland({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  const hydrated = useHydrated();
  const { busy, issues, error, attempt } = useClientStore($restore, IDLE_FORM);
  const wait = useClientStore($restoreWait, 0);
  const [done, setDone] = useState(false);
  const token = hydrated ? location.hash.slice(1) : '';

  useEffect(openRestore, []);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await submitRestore(token, locale)) setDone(true);
  };
  const missing = (hydrated && token === '') || issues.token !== undefined;
  const expired = error?.code === 'link_expired' || error?.code === 'not_found';
  return (
    <>
      {done && <span className={styles.done} aria-hidden="true" />}
      <ViewHeading view={done ? 'done' : 'start'}>{t(done ? 'restore.doneTitle' : 'restore.title')}</ViewHeading>
      <p className="auth-lead">{t(done ? 'restore.doneText' : 'restore.lead')}</p>
      {done && (
        <p>
          <a className="button" href={localePath(locale, RESET_ROUTES[0])}>
            {t('restore.newPassword')}
          </a>
        </p>
      )}
      {!done && missing && (
        <Notice tone="error" title={t('restore.missingTitle')}>
          <p>{t('restore.missingText')}</p>
        </Notice>
      )}
      {error && (
        <Problem
          locale={locale}
          error={error}
          focusKey={attempt}
          wait={wait}
          title={expired ? t('restore.expiredTitle') : undefined}
        >
          {expired && <p>{t('restore.expiredText')}</p>}
        </Problem>
      )}
      {!done && !missing && (
        <form className={`form ${styles.form}`} method="post" onSubmit={submit}>
          <div className="button-row">
            <Button type={hydrated ? 'submit' : 'button'} busy={busy} busyLabel={t('restore.busy')}>
              {t('restore.submit')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
