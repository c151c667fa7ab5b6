/** A page of the form: the list of parts beside it, where someone is, and the page itself. */
import type { ReactNode } from 'react';
import type { Part } from '../../domain/application/fields.ts';
import { answeredParts } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { ReloadedNotice } from '../ui/ReloadedNotice.tsx';
import { overviewHref } from './go.ts';
import { PartsNav } from './PartsNav.tsx';

export interface WizardFrameProps {
  locale: Locale;
  /** Null until it is chosen. */
  type: ApplicationType | null;
  current: Part;
  children: ReactNode;
}

export function WizardFrame({ locale, type, current, children }: WizardFrameProps) {
  const t = textOf(locale, 'application');
  const parts = answeredParts(type);
  const at = { number: parts.indexOf(current) + 1, count: parts.length };
  const title =
    current === 'check' ? t('review.title') : textOf(locale, 'forms')(`parts.${current}.title`, { context: type });
  return (
    <div className="form-layout wizard">
      <aside className="wizard__aside">
        <PartsNav locale={locale} type={type} current={current} />
      </aside>
      <div className="form wizard__main">
        <ReloadedNotice locale={locale} />
        <p className="wizard__all">
          <a href={overviewHref(locale)}>{t('part.all')}</a>
        </p>
        <h1 tabIndex={-1}>
          {current !== 'check' && (
            <span className="wizard__where">
              {type ? t('part.where', at) : t('part.number', at)}
              <span className="visually-hidden">: </span>
            </span>
          )}
          {title}
        </h1>
        {children}
      </div>
    </div>
  );
}
