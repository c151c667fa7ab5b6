/** One item of a list: a card that shows its answers, or its fields while it is being written. */
import type { ListName } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { Button } from '../ui/Button.tsx';
import { focusField } from '../ui/focus-field.ts';
import { ItemCard } from '../ui/ItemCard.tsx';
import { itemRows } from './answer-rows.tsx';
import { FormField } from './FormField.tsx';
import { itemTitle } from './field-texts.ts';
import { itemFields } from './item-fields.ts';
import { useStep } from './step-context.ts';

export interface ListItemProps {
  list: ListName;
  index: number;
  open: boolean;
  /** Something in the open card was reached: it stays open until it is done. */
  onTouch: () => void;
  onEdit: () => void;
  onDone: () => void;
  onRemove: () => void;
}

export function ListItem(props: ListItemProps) {
  const { list, index, open, onTouch, onEdit, onDone, onRemove } = props;
  const step = useStep();
  const { t, form } = step;
  const id = `${list}.${index}`;
  const fields = itemFields(list, index);
  // The two dates of a trip stand side by side where there is room.
  const dates = fields.flatMap(({ path }) => (/\.date_(from|to)$/.test(path) ? [path] : []));

  // An item with mistakes stays open and says what they are.
  const finish = () => {
    const found = Object.entries(step.check()).filter(([path]) => path.startsWith(`${id}.`));
    for (const { path } of fields) form.clearErrors(path);
    for (const [path, [code = 'required']] of found) form.setError(path, { type: code, message: code });
    const [first] = found;
    if (first) focusField(first[0]);
    else onDone();
  };

  return (
    <ItemCard
      id={id}
      title={itemTitle(step, list, index)}
      rows={open ? [] : itemRows(step, list, form.getValues(id) as FormState)}
      editLabel={t('lists.edit')}
      removeLabel={t('lists.remove')}
      onEdit={onEdit}
      onRemove={onRemove}
    >
      {open ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: only takes note that the focus came.
        <div onFocus={onTouch}>
          {fields
            .filter(({ path }) => !dates.includes(path))
            .map((field) => (
              <FormField key={field.path} {...field} />
            ))}
          <div className="field-row">
            {fields
              .filter(({ path }) => dates.includes(path))
              .map((field) => (
                <FormField key={field.path} {...field} />
              ))}
          </div>
          <Button kind="quiet" onClick={finish}>
            {t('lists.done')}
          </Button>
        </div>
      ) : undefined}
    </ItemCard>
  );
}
