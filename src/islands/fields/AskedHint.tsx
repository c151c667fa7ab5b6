/** The hint of a field that a reviewer asks to change: a mark before it, which a screen reader hears with the field. */
import type { ReactNode } from 'react';

export function askedHint(mark: string, hint: string): ReactNode {
  return (
    <>
      <strong className="asked-mark">{mark}</strong>
      {hint && ` ${hint}`}
    </>
  );
}
