/** A message in the page: an error is an alert, a success or warning a status, others have no role. */
import type { ReactNode } from 'react';
import { localePath } from '../../domain/i18n/paths.ts';
import { pageText } from '../../stores/page-text.ts';
import type { Elements } from './elements.ts';
import { useLocale } from './hooks.ts';

interface NoticeProps {
  tone: 'info' | 'success' | 'warning' | 'error';
  title?: ReactNode;
  /** A paragraph of its own before the children. */
  text?: string | null | undefined;
  children?: Elements;
  action?: ReactNode;
}

const ROLES = { info: undefined, success: 'status', warning: 'status', error: 'alert' } as const;

export function Notice({ tone, title, text, children, action }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={ROLES[tone]}>
      <div className="notice__body">
        {title && <p className="notice__title">{title}</p>}
        {text && <p>{text}</p>}
        {children}
        {action && <div className="notice__action">{action}</div>}
      </div>
    </div>
  );
}

/**
 * A link to all ways to reach us, after the id of the failed call if there is one. The address of the link does not contain the
 * id.
 */
export function RequestReference({ text }: { text?: string | false | undefined }) {
  const locale = useLocale();
  return (
    <p className="request-reference">
      {text && <span>{`${text} `}</span>}
      <a className="text-button" href={localePath(locale, '/help/contact')} target="_blank" rel="noopener">
        {pageText(locale, 'forms')('refusals.report')}
      </a>
    </p>
  );
}
