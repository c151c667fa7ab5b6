/** The frame of a step of the password reset, and its last page. A step opened too early links to the right one. */
import { type ReactNode, useEffect } from 'react';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { passwordReset } from '../../stores/account/reset.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import type { Elements } from '../ui/elements.ts';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';
import styles from './AuthForm.module.css';

const NAMES = ['email', 'code', 'password'] as const;

export function ResetStep({ step, lead, children }: { step: 0 | 1 | 2; lead: ReactNode; children: Elements }) {
  const locale = useLocale();
  const t = useText('auth');
  const reset = useClientStore(passwordReset.$state, passwordReset.PRERENDERED);
  useEffect(passwordReset.open, []);
  const signIn = (
    <p className={styles.other}>
      <a href={localePath(locale, '/auth/login')}>{t('reset.back')}</a>
    </p>
  );
  const heading = (
    <>
      <p className={styles.step}>{t('reset.step', { step: step + 1 })}</p>
      <h1>{t(`reset.${NAMES[step]}.title`)}</h1>
    </>
  );
  if (reset.step < step) {
    const needs = reset.step === 1 ? 'codeFirst' : 'start';
    return (
      <>
        {heading}
        <StepDue step={reset.step} needs={needs} email={reset.email} />
        {signIn}
      </>
    );
  }
  return (
    <>
      {heading}
      <p className="auth-lead">{lead}</p>
      {children}
      {signIn}
    </>
  );
}

/** Shown for a step that can't be opened yet: a link to the right one. */
function StepDue({ step, needs, email = '' }: { step: 0 | 1 | 2; needs: 'codeFirst' | 'start'; email?: string }) {
  const locale = useLocale();
  const t = useText('auth');
  return (
    <div className={styles.obstacle}>
      <Notice
        tone="info"
        title={t(`reset.${needs}Title`)}
        action={
          <a className="button" href={localePath(locale, RESET_ROUTES[step])}>
            {t(`reset.${needs}Action`)}
          </a>
        }
        text={t(`reset.${needs}Text`, { email })}
      />
    </div>
  );
}

/** The prerendered state: most visits end a reset. */
const EXPECTED = { ...passwordReset.EMPTY, done: true };

/** The last page of a reset; without a reset, a link to its first step. */
export const ResetDone = withErrorBoundary(ResetDoneIsland);

function ResetDoneIsland() {
  const locale = useLocale();
  const t = useText('auth');
  const { done, step, sessionsEnded } = useClientStore(passwordReset.$state, EXPECTED);
  useEffect(passwordReset.open, []);

  if (!done) {
    return (
      <>
        <h1>{t('reset.email.title')}</h1>
        <StepDue step={step} needs="start" />
      </>
    );
  }
  return (
    <>
      <span className={styles.done} aria-hidden="true" />
      <h1>{t('reset.done.title')}</h1>
      <p className="auth-lead">{t(sessionsEnded ? 'reset.done.lead' : 'reset.done.leadHere')}</p>
      <p>
        <a className="button" href={localePath(locale, '/auth/login')}>
          {t('reset.done.action')}
        </a>
      </p>
    </>
  );
}
