/** The error summary of a form, which takes the focus. Its sentences are the same as at the fields. */
import { type MouseEvent, useId, useLayoutEffect, useRef } from 'react';
import styles from './ErrorSummary.module.css';
import { focusField } from './focus.ts';
import { useText } from './hooks.ts';
import { useErrorTitle } from './page-title.ts';

interface SummaryError {
  /** Id of the field, or its name; a group's id leads to its first control. Without it the message is not a link. */
  fieldId?: string | undefined;
  /** URL of the field on another page. */
  href?: string | undefined;
  /** Leads to the field if this page has to change first. */
  onFollow?: (() => void) | undefined;
  message: string;
}

interface ErrorSummaryProps {
  /** By default the number of errors. */
  title?: string | undefined;
  errors: readonly SummaryError[];
  /** A new value, such as a count of attempts, moves the focus here; undefined leaves the focus. */
  focusKey?: string | number | undefined;
}

export function ErrorSummary({ title, errors, focusKey }: ErrorSummaryProps) {
  const t = useText('forms');
  const box = useRef<HTMLElement>(null);
  const titleId = useId();
  const shown = errors.length > 0;
  useErrorTitle(shown);

  // A layout effect: focus forces a layout, and the paint then has a task of its own.
  useLayoutEffect(() => {
    if (shown && focusKey !== undefined) box.current?.focus();
  }, [focusKey, shown]);

  const follow = (event: MouseEvent, { fieldId, onFollow }: SummaryError) => {
    onFollow?.();
    if (onFollow || (fieldId && focusField(fieldId))) event.preventDefault();
  };

  if (!shown) return null;
  return (
    <section className={styles.summary} aria-labelledby={titleId} tabIndex={-1} ref={box}>
      <h2 className={styles.title} id={titleId}>
        {title ?? t('summary.title', { count: errors.length })}
      </h2>
      <ul className={styles.list}>
        {errors.map((error) => {
          const { fieldId, href = fieldId && `#${fieldId}`, message } = error;
          return (
            <li key={`${fieldId ?? href} ${message}`}>
              {href ? (
                <a href={href} onClick={(event) => follow(event, error)}>
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
