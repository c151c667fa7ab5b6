/** A message in the flow of a page: an error is an alert, a success or warning a status, the rest is plain. */
import type { ReactNode } from 'react';

export interface NoticeProps {
  tone: 'info' | 'success' | 'warning' | 'error';
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

const ROLES = { info: undefined, success: 'status', warning: 'status', error: 'alert' } as const;

export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={ROLES[tone]}>
      <div className="notice__body">
        {title && <p className="notice__title">{title}</p>}
        {children}
        {action && <div className="notice__action">{action}</div>}
      </div>
    </div>
  );
}
