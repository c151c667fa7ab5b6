/** One item of a list: a card that shows its answers, or its fields while it is being written. */
import { memo } from 'react';
import type { ListName } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { Button } from '../ui/Button.tsx';
import { focusField } from '../ui/focus-field.ts';
import { ItemCard } from '../ui/ItemCard.tsx';
import { itemRows } from './answer-rows.tsx';
import { FormField } from './FormField.tsx';
import { itemTitle } from './field-texts.ts';
import { filesRead } from './files-under-way.ts';
import { itemFields } from './item-fields.ts';
import { useStep } from './step-context.ts';

/** What can be done with the items of a list, each named by its key; its place tells where its fields are. */
export interface ItemActs {
  /** Something in the open card was reached: it stays open until it is done. */
  touch: (key: string) => void;
  edit: (key: string, index: number) => void;
  done: (key: string) => void;
  remove: (key: string) => void;
}

export interface ListItemProps {
  list: ListName;
  index: number;
  open: boolean;
  /** Stays the same wherever the item stands. */
  id: string;
  acts: ItemActs;
}

export const ListItem = memo(function ListItem({ list, index, open, id: key, acts }: ListItemProps) {
  const step = useStep();
  const { t, form } = step;
  const id = `${list}.${index}`;
  const fields = itemFields(list, index);
  // The two dates of a trip stand side by side where there is room.
  const dates = fields.flatMap(({ path }) => (/\.date_(from|to)$/.test(path) ? [path] : []));

  // An item with mistakes stays open and says what they are.
  const finish = async () => {
    if (!(await filesRead())) return;
    const found = Object.entries(step.check()).filter(([path]) => path.startsWith(`${id}.`));
    for (const { path } of fields) form.clearErrors(path);
    for (const [path, [code = 'required']] of found) form.setError(path, { type: code, message: code });
    const [first] = found;
    if (first) focusField(first[0]);
    else acts.done(key);
  };

  return (
    <ItemCard
      id={id}
      title={itemTitle(step, list, index)}
      rows={open ? [] : itemRows(step, list, form.getValues(id) as FormState)}
      editLabel={t('lists.edit')}
      removeLabel={t('lists.remove')}
      onEdit={() => acts.edit(key, index)}
      onRemove={() => acts.remove(key)}
    >
      {open ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: only takes note that the focus came.
        <div onFocus={() => acts.touch(key)}>
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
          <Button kind="quiet" onClick={() => void finish()}>
            {t('lists.done')}
          </Button>
        </div>
      ) : undefined}
    </ItemCard>
  );
});
