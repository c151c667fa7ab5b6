/** Question and answer in rows, each with a link to change it. */
import { memo, type ReactNode } from 'react';
import styles from './SummaryList.module.css';

interface SummaryAction {
  href?: string | undefined;
  onClick?: (() => void) | undefined;
  label: string;
  /** Spoken right after the label: what the link changes. */
  hiddenLabel: string;
}

export interface SummaryRow {
  key: string;
  label: string;
  value: ReactNode;
  action?: SummaryAction | undefined;
}

export const SummaryList = memo(function SummaryList({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(({ key, label, value, action }) => (
        <div className={styles.row} key={key}>
          <dt>{label}</dt>
          <dd translate="no">{value}</dd>
          {action && (
            <dd className={styles.action}>
              <RowAction {...action} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
});

function RowAction({ href, onClick, label, hiddenLabel }: SummaryAction) {
  const words = (
    <>
      <span>{label}</span>
      <span className="visually-hidden">{hiddenLabel}</span>
    </>
  );
  if (href === undefined) {
    return (
      <button type="button" className="text-button" onClick={onClick}>
        {words}
      </button>
    );
  }
  return (
    <a href={href} onClick={onClick}>
      {words}
    </a>
  );
}
