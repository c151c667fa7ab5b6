/**
 * A list that a "yes" opens: cards, at most one of them open, with add, edit, remove and undo, each announced. An empty list gets
 * an item.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useForm } from 'react-hook-form';
import type { ListName } from '../../../domain/application/fields.ts';
import { emptyItem, type FormState } from '../../../domain/application/form.ts';
import { type ItemMarks, movedMarks } from '../../../domain/application/moved-items.ts';
import { PHOTO_MARKS, photoMarksIn } from '../../../domain/application/wire-names.ts';
import { MAX_ITEMS } from '../../../domain/kinds/index.ts';
import { isBlankForm } from '../../../stores/device/form-values.ts';
import type { TextKey } from '../../../stores/page-text.ts';
import { Button } from '../../ui/Button.tsx';
import { FIELD_REQUESTED, focusField } from '../../ui/focus.ts';
import { StatusText } from '../../ui/Loading.tsx';
import { LinkedText } from '../../ui/Texts.tsx';
import type { AnswerForm } from '../answer-form.ts';
import { itemFields } from '../answer-rows.tsx';
import { errorText, labelOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { useFieldError, useFieldErrors, usePart } from '../part-context.tsx';
import { pendingFiles } from '../pending-files.ts';
import { type ItemAct, itemMark, ListItem, namedTitle } from './ListItem.tsx';

/** From this length on the list shows how many more items are allowed. */
const NEARLY_FULL = MAX_ITEMS - 10;

export function ListField({ list }: { list: ListName }) {
  const { part, fields, open, removed, announcement, undo, add, addItem, restore, onAct } = useList(list);
  const { t } = part;
  const errors = useFieldErrors();
  const code = useFieldError(list);
  const found = part.check();
  const markOf = (index: number) => itemMark(part, list, index, (path) => (found[path] ?? errors[path])?.[0]);
  const removedTitle = removed && namedTitle(part, list, removed.index, removed.item);
  const room = MAX_ITEMS - fields.length;
  const roomHintId = fields.length >= NEARLY_FULL ? `${list}-room` : undefined;
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
            <span className="visually-hidden">{`: ${removedTitle}`}</span>
          </button>
        </p>
      )}
      {open === null && room > 0 && (
        <Button kind="quiet" onClick={addItem} ref={add} aria-describedby={roomHintId}>
          {t(`lists.${list}.${fields.length > 0 ? 'another' : 'add'}`)}
        </Button>
      )}
      {roomHintId && (
        <p className={`field__hint ${styles.room}`} id={roomHintId}>
          <LinkedText
            text={room > 0 ? t('lists.room', { count: room }) : t(`lists.${list}.full`, { max: MAX_ITEMS })}
          />
        </p>
      )}
      <StatusText hidden>{announcement}</StatusText>
    </fieldset>
  );
}

const NO_MARKS: ItemMarks = { refused: {}, lost: [], photoLines: [] };

type Lists = Record<string, FormState[]>;
type ItemPath = `${string}.${number}.${string}`;

interface Removed {
  index: number;
  item: FormState;
  marks: ItemMarks;
}

interface ListState {
  /** Index of the item that is open. */
  open: number | null;
  removed: Removed | null;
  /** Announced to screen readers. */
  announcement: string;
}

/** The order and keys of the items, in React Hook Form. The answers are in the part's form, which gets each changed list. */
function useItems(list: ListName, form: AnswerForm) {
  const [initial] = useState(() => ({ [list]: form.valueAt(list) as FormState[] }));
  const { control, getValues, setValue } = useForm<Lists>({ defaultValues: initial });
  const { fields, append, insert, remove } = useFieldArray<Lists>({ control, name: list });
  useEffect(
    () =>
      form.subscribe((path) => {
        if (path?.startsWith(`${list}.`)) setValue(path as ItemPath, form.valueAt(path));
      }),
    [form, list, setValue],
  );
  const store = () => form.setValue(list, getValues(list));
  return {
    fields,
    append(item: FormState) {
      append(item as never, { shouldFocus: false });
      store();
    },
    insert(index: number, item: FormState) {
      insert(index, item as never, { shouldFocus: false });
      store();
    },
    remove(index: number) {
      remove(index);
      store();
    },
  };
}

function useList(list: ListName) {
  const part = usePart();
  const { t, form } = part;
  const { fields, append, insert, remove } = useItems(list, form);
  const itemAt = (index: number) => (form.valueAt(`${list}.${index}`) ?? {}) as FormState;
  const [state, setState] = useState<ListState>(() => {
    const isNew = fields.length < 2 && isBlankForm(itemAt(0));
    return { open: isNew ? 0 : null, removed: null, announcement: '' };
  });
  const undo = useRef<HTMLButtonElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const appendEmpty = () => append(emptyItem(list));
  /** Changes items and state in one render, after which the new content can be focused. */
  const move = (change: Partial<ListState>, changeItems = () => {}) =>
    flushSync(() => {
      changeItems();
      setState((now) => ({ ...now, ...change }));
    });

  const openItem = (index: number, path = firstField(list, index)) => {
    move({ open: index });
    focusField(path === `${list}.${index}` ? firstField(list, index) : path);
  };
  const closeItem = (index: number, key: TextKey<'forms'>) => {
    move({ open: null, announcement: t(key, { item: namedTitle(part, list, index, itemAt(index)) }) });
    if (add.current) add.current.focus();
    else focusCard(list, index);
  };
  const addItem = () => {
    const index = fields.length;
    const announcement = t(`lists.${list}.added`, { number: index + 1 });
    move({ open: index, removed: null, announcement }, appendEmpty);
    focusField(firstField(list, index));
  };
  const removeItem = (index: number) => {
    const item = { ...itemAt(index) };
    const { open } = state;
    const stays = open === null || open === index ? null : open - Number(open > index);
    const announcement = t('lists.removed', { item: namedTitle(part, list, index, item) });
    const removed = { index, item, marks: moveMarks(index, -1) };
    move({ open: stays, removed, announcement }, () => remove(index));
    undo.current?.focus();
  };
  const restore = async (removed: Removed) => {
    const { index, item, marks } = removed;
    setState((now) => ({ ...now, removed: null }));
    await pendingFiles.wait();
    // Moved first: an open card with a photo stores what it showed as soon as it has its new index.
    moveMarks(index, 1, marks);
    flushSync(() => {
      insert(index, item);
      setState(({ open, ...now }) => {
        const at = open === null ? null : open + Number(open >= index);
        return { ...now, open: at, announcement: t('lists.restored') };
      });
    });
    form.setErrors({ ...form.errors, ...marks.refused });
    focusCard(list, index);
  };
  /** Moves errors and marks with their item. @param back the marks of an item that is put back @returns those of a removed one */
  const moveMarks = (index: number, by: 1 | -1, back: ItemMarks = NO_MARKS): ItemMarks => {
    const text = photoMarksIn(part.others?.() ?? {});
    const { refused, lost } = part.marks?.() ?? NO_MARKS;
    const move = { list, index, by };
    const { stays, own } = movedMarks({ refused, lost, photoLines: text.split('\n') }, move);
    form.setErrors(movedMarks({ ...NO_MARKS, refused: form.errors }, move).stays.refused);
    part.setMarks?.({ refused: { ...stays.refused, ...back.refused }, lost: [...stays.lost, ...back.lost] });
    const photoLines = [...stays.photoLines, ...back.photoLines].filter(Boolean).join('\n');
    if (photoLines !== text) part.fill?.({ [PHOTO_MARKS]: photoLines });
    return own;
  };

  useFirstItem(fields.length === 0, appendEmpty);
  useRequestedItem(list, (index) => index !== state.open && index < fields.length, openItem);
  const onAct = useActs((act, key) => {
    const index = fields.findIndex(({ id }) => id === key);
    if (index < 0) return;
    if (act === 'edit') openItem(index);
    else if (act === 'remove') removeItem(index);
    else closeItem(index, act === 'save' ? 'lists.saved' : 'lists.putOff');
  });
  return { ...state, part, fields, undo, add, addItem, restore, onAct };
}

const firstField = (list: ListName, index: number) => itemFields(list, index)[0]?.path ?? '';
const focusCard = (list: ListName, index: number) =>
  document.getElementById(`${list}.${index}`)?.querySelector('button')?.focus();

/** An empty list gets its first item. */
function useFirstItem(isEmpty: boolean, appendEmpty: () => void): void {
  const fill = useEffectEvent(() => {
    if (isEmpty) appendEmpty();
  });
  useEffect(() => fill(), []);
}

/** A link to a field of a closed item opens the item. */
function useRequestedItem(
  list: ListName,
  isClosed: (index: number) => boolean,
  openItem: (index: number, path: string) => void,
): void {
  useLayoutEffect(() => {
    const reveal = (event: Event) => {
      const path = (event as CustomEvent<string>).detail;
      const [name, place] = path.split('.');
      const index = Number(place);
      if (name !== list || !isClosed(index)) return;
      event.preventDefault();
      void pendingFiles.wait().then((usable) => usable && openItem(index, path));
    };
    addEventListener(FIELD_REQUESTED, reveal);
    return () => removeEventListener(FIELD_REQUESTED, reveal);
  });
}

/**
 * A stable function, so that memoized items do not render. Waits for files that are being read, which need the item's index and
 * mounted fields.
 */
function useActs(act: (act: ItemAct, key: string) => void) {
  const latest = useRef(act);
  latest.current = act;
  const [onAct] = useState(() => async (name: ItemAct, key: string) => {
    const usable = await pendingFiles.wait();
    if (usable || name === 'remove') latest.current(name, key);
  });
  return onAct;
}
