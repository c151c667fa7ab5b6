/**
 * A list behind a "yes": cards with add, change, remove, and a way to take a removal back. What happens is also said to
 * a screen reader. "Yes" opens the list with one item.
 */
import { useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormState } from 'react-hook-form';
import { type ListName, MAX_ITEMS } from '../../domain/application/fields.ts';
import { emptyItem, type FormState } from '../../domain/application/form.ts';
import { isBlankForm } from '../../stores/application/draft-form.ts';
import { Button } from '../ui/Button.tsx';
import { focusField } from '../ui/focus-field.ts';
import { StatusText } from '../ui/StatusText.tsx';
import { errorText, itemTitle, labelOf } from './field-texts.ts';
import { filesRead } from './files-under-way.ts';
import { itemFields } from './item-fields.ts';
import { type ItemActs, ListItem } from './ListItem.tsx';
import { useFieldError, useStep } from './step-context.ts';

type Lists = Record<string, FormState[]>;

interface Removed {
  index: number;
  item: FormState;
}

export function ListField({ list }: { list: ListName }) {
  const step = useStep();
  const { t, form } = step;
  const { fields, append, insert, remove } = useFieldArray<Lists>({ control: form.control as never, name: list });
  const { errors } = useFormState({ control: form.control, name: list });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [said, setSaid] = useState('');
  const code = useFieldError(list);
  const undo = useRef<HTMLButtonElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const toFocus = useRef<string | null>(null);
  const toOpen = useRef<number | null>(null);
  const first = useRef(true);
  const kept = useRef(fields);

  // A "yes" opens the list with one item; a list that was filled before comes back as it was.
  useEffect(() => {
    if (first.current && fields.length === 0) append(emptyItem(list) as never, { shouldFocus: false });
    first.current = false;
  }, [fields.length, append, list]);

  useEffect(() => {
    if (fields !== kept.current) step.changed(list);
    kept.current = fields;
  }, [fields, step, list]);
  // An item that comes back has a new key; it comes back open.
  useEffect(() => {
    const key = toOpen.current === null ? undefined : fields[toOpen.current]?.id;
    toOpen.current = null;
    if (key) setOpen((open) => new Set([...open, key]));
  }, [fields]);
  useEffect(() => {
    if (toFocus.current && focusField(toFocus.current)) toFocus.current = null;
  });
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);

  const itemAt = (index: number) => (form.getValues(`${list}.${index}`) ?? {}) as FormState;
  const isOpen = (id: string, index: number) =>
    open.has(id) || isBlankForm(itemAt(index)) || (Array.isArray(errors[list]) && Boolean(errors[list][index]));

  const addItem = () => {
    append(emptyItem(list) as never, { shouldFocus: false });
    form.clearErrors(list);
    setRemoved(null);
    setSaid(t(`lists.${list}.added`, { number: fields.length + 1 }));
    toFocus.current = itemFields(list, fields.length)[0]?.path ?? null;
  };
  const removeItem = (id: string) => {
    const index = fields.findIndex((field) => field.id === id);
    if (index < 0) return;
    setRemoved({ index, item: { ...itemAt(index) } });
    remove(index);
    setSaid(t(`lists.${list}.removed`, { number: index + 1 }));
  };
  const restore = async () => {
    if (!removed) return;
    setRemoved(null);
    await filesRead();
    insert(removed.index, removed.item as never, { shouldFocus: false });
    setSaid(t('lists.restored'));
    toOpen.current = removed.index;
    toFocus.current = itemFields(list, removed.index)[0]?.path ?? null;
  };
  const edit = (id: string, index: number) => {
    setOpen(new Set([...open, id]));
    toFocus.current = itemFields(list, index)[0]?.path ?? null;
  };
  const close = (id: string) => {
    setOpen(new Set([...open].filter((other) => other !== id)));
    add.current?.focus();
  };
  const keepOpen = (id: string) => {
    if (!open.has(id)) setOpen(new Set([...open, id]));
  };
  // The same at every render, so that what happens to one item draws no other.
  const latest = useRef<ItemActs>(null);
  latest.current = { touch: keepOpen, edit, done: close, remove: removeItem };
  const [acts] = useState<ItemActs>(() => {
    const going = new Set<string>();
    return {
      touch: (id) => latest.current?.touch(id),
      edit: (id, index) => latest.current?.edit(id, index),
      done: (id) => latest.current?.done(id),
      remove: (id) => {
        if (going.has(id)) return;
        going.add(id);
        // A file that is being read is for the place where its item stands now.
        void filesRead().then(() => latest.current?.remove(id));
      },
    };
  });

  return (
    <fieldset className="field list" id={list} data-invalid={code ? true : undefined}>
      <legend className="visually-hidden">{labelOf(step, list)}</legend>
      {code && <p className="field__error">{errorText(step, list, code)}</p>}
      {/* Of their own: a fieldset's children are all made anew when one of them is drawn. */}
      <div className="list__items">
        {fields.map((field, index) => (
          <ListItem key={field.id} list={list} index={index} open={isOpen(field.id, index)} id={field.id} acts={acts} />
        ))}
      </div>
      {removed && (
        <p className="list__undo">
          {t(`lists.${list}.removed`, { number: removed.index + 1 })}{' '}
          <button type="button" className="text-button" onClick={() => void restore()} ref={undo}>
            {t('lists.undo')}
            <span className="visually-hidden"> {itemTitle(step, list, removed.index)}</span>
          </button>
        </p>
      )}
      {fields.length < MAX_ITEMS ? (
        <Button kind="quiet" onClick={addItem} ref={add}>
          {t(`lists.${list}.add`)}
        </Button>
      ) : (
        <p className="field__hint">{t(`lists.${list}.full`, { max: MAX_ITEMS })}</p>
      )}
      <StatusText hidden>{said}</StatusText>
    </fieldset>
  );
}
