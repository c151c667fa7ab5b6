/**
 * A list behind a "yes": cards, of which at most one is open, with add, edit, remove and undo. Each change is announced to
 * screen readers. An empty list gets its first item.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useFormState } from 'react-hook-form';
import { type ListName, MAX_ITEMS } from '../../domain/application/fields.ts';
import { emptyItem, type FormState } from '../../domain/application/form.ts';
import { loadRules } from '../../stores/application/check-forms.ts';
import { isBlankForm } from '../../stores/device/form-values.ts';
import { errorText, labelOf } from '../fields/field-texts.ts';
import { Button } from '../ui/Button.tsx';
import { FIELD_REQUESTED, focusField } from '../ui/focus-field.ts';
import { StatusText } from '../ui/Loading.tsx';
import { itemFields } from './answer-rows.tsx';
import { errorCode } from './field-errors.ts';
import styles from './fields.module.css';
import { type ItemAct, itemMark, ListItem, namedTitle } from './ListItem.tsx';
import { useFieldError, usePart } from './part-context.tsx';
import { waitForFiles } from './pending-files.ts';

/** From so many items on it shows how many more there may be. */
const NEARLY_FULL = MAX_ITEMS - 10;

type Lists = Record<string, FormState[]>;

interface Removed {
  index: number;
  item: FormState;
}

export function ListField({ list }: { list: ListName }) {
  const part = usePart();
  const { t, form } = part;
  const { fields, append, insert, remove } = useFieldArray<Lists>({ control: form.control as never, name: list });
  const { errors } = useFormState({ control: form.control, name: list });
  const code = useFieldError(list);
  const itemAt = (index: number) => (form.getValues(`${list}.${index}`) ?? {}) as FormState;
  const [open, setOpen] = useState<number | null>(() => (fields.length < 2 && isBlankForm(itemAt(0)) ? 0 : null));
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [announcement, announce] = useState('');
  const [, setRulesLoaded] = useState(false);
  const undo = useRef<HTMLButtonElement>(null);
  const add = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (fields.length === 0) append(emptyItem(list) as never, { shouldFocus: false });
    // Renders: without the rules no item is known to be incomplete.
    void loadRules().then(setRulesLoaded);
  }, []);

  // A link to a field of a closed item opens the item.
  useLayoutEffect(() => {
    const reveal = (event: Event) => {
      const path = (event as CustomEvent<string>).detail;
      const [name, place] = path.split('.');
      const index = Number(place);
      if (name !== list || index === open || !(index < fields.length)) return;
      event.preventDefault();
      void waitForFiles().then((usable) => usable && openItem(index, path));
    };
    addEventListener(FIELD_REQUESTED, reveal);
    return () => removeEventListener(FIELD_REQUESTED, reveal);
  });

  const firstField = (index: number) => itemFields(list, index)[0]?.path ?? '';
  const openItem = (index: number, path = firstField(index)) => {
    flushSync(() => setOpen(index));
    focusField(path === `${list}.${index}` ? firstField(index) : path);
  };
  const focusCard = (index: number) => document.getElementById(`${list}.${index}`)?.querySelector('button')?.focus();
  const close = (index: number, key: string) => {
    flushSync(() => {
      setOpen(null);
      announce(t(key, { item: namedTitle(part, list, index, itemAt(index)) }));
    });
    if (add.current) add.current.focus();
    else focusCard(index);
  };
  const addItem = () => {
    const index = fields.length;
    flushSync(() => {
      append(emptyItem(list) as never, { shouldFocus: false });
      setOpen(index);
      setRemoved(null);
      announce(t(`lists.${list}.added`, { number: index + 1 }));
    });
    focusField(firstField(index));
  };
  const removeItem = (index: number) => {
    const item = { ...itemAt(index) };
    flushSync(() => {
      setRemoved({ index, item });
      remove(index);
      setOpen((at) => (at === null || at === index ? null : at - Number(at > index)));
      announce(t('lists.removed', { item: namedTitle(part, list, index, item) }));
    });
    undo.current?.focus();
  };
  const restore = async ({ index, item }: Removed) => {
    setRemoved(null);
    await waitForFiles();
    flushSync(() => {
      insert(index, item as never, { shouldFocus: false });
      setOpen((at) => (at === null ? null : at + Number(at >= index)));
      announce(t('lists.restored'));
    });
    focusCard(index);
  };

  const latest = useRef<(act: ItemAct, key: string) => void>(null);
  latest.current = (act, key) => {
    const index = fields.findIndex(({ id }) => id === key);
    if (index < 0) return;
    if (act === 'edit') openItem(index);
    else if (act === 'remove') removeItem(index);
    else close(index, act === 'save' ? 'lists.saved' : 'lists.putOff');
  };
  // The same function at every render, so that memoized items stay. A file that is being read belongs to its item's present
  // index, and to fields that are mounted.
  const [onAct] = useState(() => async (act: ItemAct, key: string) => {
    const usable = await waitForFiles();
    if (usable || act === 'remove') latest.current?.(act, key);
  });

  const found = part.check();
  const markOf = (index: number) => itemMark(part, list, index, (path) => found[path]?.[0] ?? errorCode(errors, path));
  const removedTitle = removed && namedTitle(part, list, removed.index, removed.item);
  const room = MAX_ITEMS - fields.length;
  const roomTold = fields.length >= NEARLY_FULL ? `${list}-room` : undefined;
  return (
    <fieldset className="field" id={list} data-invalid={code ? true : undefined}>
      <legend className="visually-hidden">{labelOf(part, list)}</legend>
      {code && <p className="field__error">{errorText(part, list, code)}</p>}
      {/* A wrapper: Chromium lays out all children of a fieldset again when one changes. */}
      <div>
        {fields.map(({ id }, index) => (
          <ListItem
            key={id}
            list={list}
            index={index}
            id={id}
            open={open === index}
            mark={open === index ? '' : markOf(index)}
            onAct={onAct}
          />
        ))}
      </div>
      {removed && (
        <p className={styles.undo}>
          <span>{`${t('lists.removed', { item: removedTitle })} `}</span>
          <button type="button" className="text-button" onClick={() => void restore(removed)} ref={undo}>
            <span>{t('lists.undo')}</span>
            <span className="visually-hidden">{` ${removedTitle}`}</span>
          </button>
        </p>
      )}
      {open === null && room > 0 && (
        <Button kind="quiet" onClick={addItem} ref={add} aria-describedby={roomTold}>
          {t(`lists.${list}.${fields.length > 0 ? 'another' : 'add'}`)}
        </Button>
      )}
      {roomTold && (
        <p className={`field__hint ${styles.room}`} id={roomTold}>
          {room > 0 ? t('lists.room', { count: room }) : t(`lists.${list}.full`, { max: MAX_ITEMS })}
        </p>
      )}
      <StatusText hidden>{announcement}</StatusText>
    </fieldset>
  );
}
