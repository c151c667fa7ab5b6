/** One entry of a list, such as a trip or a relative. */
import { memo, type ReactNode, useId } from 'react';
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
  /** The entry's form while it is edited, in place of the rows. */
  children?: ReactNode;
}

export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { id, title, mark, rows, editLabel, removeLabel, onEdit, onRemove, children } = props;
  const titleId = useId();
  const markId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: Chromium lays out all children of a fieldset again when one changes.
    <section
      className="card item-card"
      id={id}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={mark ? markId : undefined}
    >
      <div className="item-card__head">
        <h2 className="item-card__title" id={titleId}>
          {title}
        </h2>
        <div className="item-card__actions">
          {!children && (
            <button type="button" className="text-button" onClick={onEdit}>
              {editLabel}
              <span className="visually-hidden"> {title}</span>
            </button>
          )}
          <button type="button" className="text-button text-button--danger" onClick={onRemove}>
            {removeLabel}
            <span className="visually-hidden"> {title}</span>
          </button>
        </div>
      </div>
      {mark && (
        <p className="item-card__mark" id={markId}>
          {mark}
        </p>
      )}
      {children ?? <SummaryList rows={rows} />}
    </section>
  );
});
