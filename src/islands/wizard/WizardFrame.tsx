/** Where someone is on the way, how safe the draft is, and the page itself beside it. */
import type { ReactNode } from 'react';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { ReloadedNotice } from '../ui/ReloadedNotice.tsx';
import { StepList } from '../ui/StepList.tsx';
import { DraftBar } from './DraftBar.tsx';
import { FORM_HREF, personHref, visitHref } from './go.ts';
import { useDraft } from './use-draft.ts';

const STEPS = ['person', 'visit', 'review', 'done'] as const;
export type WizardStep = (typeof STEPS)[number];

export interface WizardFrameProps {
  locale: Locale;
  /** Null until it is chosen. */
  type: ApplicationType | null;
  current: WizardStep;
  children: ReactNode;
}

export function WizardFrame({ locale, type, current, children }: WizardFrameProps) {
  const t = textOf(locale, 'application');
  const status = useDraft((draft) => draft.stepStatus);
  const at = STEPS.indexOf(current);
  const href = (step: WizardStep) => {
    if (step === 'person') return status > 0 || at > 0 ? personHref(locale) : undefined;
    if (!type || status === 0) return undefined;
    if (step === 'visit') return current === 'review' ? FORM_HREF : visitHref(locale, type);
    return step === 'review' && status === 3 ? visitHref(locale, type, 'review') : undefined;
  };
  const steps = STEPS.map((step, index) => {
    // A step that lies behind without being saved is still to come.
    const saved = current === 'done' || (step === 'person' ? status > 0 : status === 3);
    const state = index === at ? ('now' as const) : index < at && saved ? ('done' as const) : ('next' as const);
    return {
      label: t(`steps.${step}.label`),
      hint: t(`steps.${step}.hint`),
      state,
      stateLabel: t(`steps.state.${state}`),
      href: href(step),
    };
  });
  return (
    <div className="form-layout wizard">
      <aside className="wizard__aside">
        <StepList steps={steps} label={t('steps.label')} />
        <DraftBar locale={locale} />
      </aside>
      <div className="form wizard__main">
        <ReloadedNotice locale={locale} />
        {children}
      </div>
    </div>
  );
}
