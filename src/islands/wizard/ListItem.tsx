/** One item of a list: a card that shows its answers, or its fields while it is being written. */
import { type KeyboardEvent, memo } from 'react';
import type { ListName } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { loadRules } from '../../stores/application/check-forms.ts';
import { Button } from '../ui/Button.tsx';
import { focusField } from '../ui/focus-field.ts';
import { ItemCard } from '../ui/ItemCard.tsx';
import { itemRows } from './answer-rows.tsx';
import { FormField } from './FormField.tsx';
import { filesRead } from './files-under-way.ts';
import { itemFields } from './item-fields.ts';
import { useItemTitle } from './item-words.ts';
import { usePart } from './part-context.ts';

/** What can be done with an item: to open it, to close it with nothing wrong in it or as it is, to take it away. */
export type ItemAct = 'edit' | 'save' | 'putOff' | 'remove';

interface ItemProps {
  list: ListName;
  /** Where it stands in the list, from 0; part of its fields' paths. */
  index: number;
  /** Stays the same wherever the item stands. */
  id: string;
  onAct: (act: ItemAct, id: string) => void;
}

export interface ListItemProps extends ItemProps {
  open: boolean;
  /** What a closed item lacks; `''` for one that is complete. */
  mark: string;
}

export const ListItem = memo(function ListItem({ open, mark, ...item }: ListItemProps) {
  const { list, index, id, onAct } = item;
  const part = usePart();
  const { t, form } = part;
  const place = `${list}.${index}`;
  return (
    <ItemCard
      id={place}
      title={useItemTitle(list, index)}
      mark={mark}
      rows={open ? [] : itemRows(part, list, form.getValues(place) as FormState)}
      editLabel={t('lists.edit')}
      removeLabel={t('lists.remove')}
      onEdit={() => onAct('edit', id)}
      onRemove={() => onAct('remove', id)}
    >
      {open ? <ItemFields {...item} /> : undefined}
    </ItemCard>
  );
});

/** By themselves, so that a name that is being typed into the title draws none of them. */
const ItemFields = memo(function ItemFields({ list, index, id, onAct }: ItemProps) {
  const { t, form, check } = usePart();
  const fields = itemFields(list, index);
  // The two dates of a trip stand side by side where there is room.
  const dates = fields.flatMap(({ path }) => (/\.date_(from|to)$/.test(path) ? [path] : []));

  // An item with mistakes stays open and says what they are.
  const save = async () => {
    if (!(await filesRead())) return;
    await loadRules();
    const found = Object.entries(check()).filter(([path]) => path.startsWith(`${list}.${index}.`));
    for (const { path } of fields) form.clearErrors(path);
    for (const [path, [code = 'required']] of found) form.setError(path, { type: code, message: code });
    const [first] = found;
    if (first) focusField(first[0]);
    else onAct('save', id);
  };
  // Enter is for the nearest button, and would be for the whole form's.
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    if (event.target.type === 'file') return;
    event.preventDefault();
    void save();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears of keys pressed in the fields.
    <div onKeyDown={saveOnEnter}>
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
      <div className="button-row">
        <Button onClick={() => void save()}>{t(`lists.${list}.save`)}</Button>
        <Button kind="link" onClick={() => onAct('putOff', id)}>
          {t('lists.later')}
        </Button>
      </div>
    </div>
  );
});
