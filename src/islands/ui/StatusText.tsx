/** A line that a screen reader speaks when it changes, after it has finished what it says. */
import type { ReactNode } from 'react';

export interface StatusTextProps {
  children?: ReactNode;
  /** Spoken only. */
  hidden?: boolean | undefined;
}

export function StatusText({ children, hidden }: StatusTextProps) {
  return <output className={hidden ? 'visually-hidden' : 'status-text'}>{children}</output>;
}
