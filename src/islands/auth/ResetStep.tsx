/** The frame of a reset step: where one is, what the step asks, and a way on when it can't be opened yet. */
import type { ReactNode } from 'react';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $reset, OPEN_RESET } from '../../stores/account/reset.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';

export interface ResetStepProps {
  locale: Locale;
  step: 0 | 1 | 2;
  lead: ReactNode;
  children: ReactNode;
}

const NAMES = ['email', 'code', 'password'] as const;

export function ResetStep({ locale, step, lead, children }: ResetStepProps) {
  const t = textOf(locale, 'auth');
  const reset = useClientStore($reset, OPEN_RESET);
  const signIn = (
    <p className="auth-form__other">
      <a href={localePath(locale, '/auth/login')}>{t('reset.back')}</a>
    </p>
  );
  const heading = (
    <>
      <p className="auth-step">{t('reset.step', { step: step + 1 })}</p>
      <h1>{t(`reset.${NAMES[step]}.title`)}</h1>
    </>
  );
  if (reset.step < step) {
    const needs = reset.step === 1 ? 'codeFirst' : 'start';
    return (
      <>
        {heading}
        <div className="auth-obstacle">
          <Notice
            tone="info"
            title={t(`reset.${needs}Title`)}
            action={
              <a className="button" href={localePath(locale, RESET_ROUTES[reset.step])}>
                {t(`reset.${needs}Action`)}
              </a>
            }
          >
            <p>{t(`reset.${needs}Text`, { email: reset.email })}</p>
          </Notice>
        </div>
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
