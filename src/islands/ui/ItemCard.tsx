/** One entry of a list, such as a trip or a relative. */
import { memo, useId } from 'react';
import type { Elements } from './elements.ts';
import styles from './SummaryList.module.css';
import { SummaryList, type SummaryRow } from './SummaryList.tsx';

export interface ItemCardProps {
  id?: string | undefined;
  title: string;
  /** What is missing or wrong in the entry, if anything. */
  mark?: string | undefined;
  rows: readonly SummaryRow[];
  editLabel: string;
  removeLabel: string;
  onEdit: () => void;
  onRemove: () => void;
  /** The entry's form while it is edited, instead of the rows. */
  children?: Elements;
}

export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { id, title, mark, rows, editLabel, removeLabel, onEdit, onRemove, children } = props;
  const titleId = useId();
  const markId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: Chromium lays out all children of a fieldset again when one changes.
    <section
      className={`card ${styles.card}`}
      id={id}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={mark ? markId : undefined}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <div className={styles.actions}>
          {!children && (
            <button type="button" className="text-button" onClick={onEdit}>
              <span>{editLabel}</span>
              <span className="visually-hidden">{` ${title}`}</span>
            </button>
          )}
          <button type="button" className="text-button text-button--danger" onClick={onRemove}>
            <span>{removeLabel}</span>
            <span className="visually-hidden">{` ${title}`}</span>
          </button>
        </div>
      </div>
      {mark && (
        <p className={styles.mark} id={markId}>
          {mark}
        </p>
      )}
      {children ?? <SummaryList rows={rows} />}
    </section>
  );
});
