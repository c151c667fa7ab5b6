/**
 * A button with a busy state: it keeps width and focus, announces that it is busy, and ignores further presses. It submits a form
 * only once that is hydrated: before, the browser would send the form itself and lose the input (layouts/inline/routed-head.ts
 * keeps the press).
 */
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useHydrated } from './hooks.ts';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  kind?: 'main' | 'quiet' | 'link' | 'danger' | undefined;
  busy?: boolean | undefined;
  /** Shown instead of the content while busy. */
  busyLabel?: string | undefined;
}

export function Button({
  kind = 'main',
  busy = false,
  busyLabel,
  type = 'button',
  className,
  onClick,
  children,
  ...button
}: ButtonProps) {
  const hydrated = useHydrated();
  const submits = type === 'submit';
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Also keeps this button, or Enter in a field, from submitting the form.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  const classes = ['button', kind !== 'main' && `button--${kind}`, className].filter(Boolean).join(' ');
  return (
    <button
      {...button}
      type={submits && !hydrated ? 'button' : type}
      data-sends={submits || undefined}
      className={classes}
      onClick={press}
      aria-disabled={busy || button['aria-disabled'] || undefined}
      data-busy={busy || undefined}
    >
      <span className="button__text" aria-hidden={(busy && busyLabel !== undefined) || undefined}>
        {children}
      </span>
      {(busy || busyLabel) && (
        <span className="button__busy" aria-hidden={!busy}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {busyLabel && <span>{busyLabel}</span>}
        </span>
      )}
    </button>
  );
}
