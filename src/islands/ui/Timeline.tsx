/** Past, current and future stages on a vertical line. */
import type { ReactNode } from 'react';
import styles from './Timeline.module.css';

export interface TimelineItem {
  key: string;
  title: string;
  /** In the page's language. */
  date?: string | undefined;
  /** The same moment for machines, `YYYY-MM-DD` or a full instant. */
  dateTime?: string | undefined;
  text?: ReactNode;
  state: 'done' | 'now' | 'next' | 'stopped';
  /** The state as text, for a screen reader. */
  stateLabel?: string | undefined;
}

export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={styles.timeline}>
      {items.map(({ key, title, date, dateTime, text, state, stateLabel }) => (
        <li className={styles.item} key={key} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={styles.mark} aria-hidden="true" />
          <div>
            <div className={styles.head}>
              <h3>
                <span>{title}</span>
                {stateLabel && <span className="visually-hidden">{`, ${stateLabel}`}</span>}
              </h3>
            </div>
            {date && (
              <time className={styles.date} dateTime={dateTime}>
                {date}
              </time>
            )}
            {text && <div className={styles.text}>{text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
