/** A list in a form: its items, the open one, the one that was removed last, and the transitions between these states. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray } from 'react-hook-form';
import type { ListName } from '../../../domain/application/fields.ts';
import { emptyItem, type FormState } from '../../../domain/application/form.ts';
import { isBlankForm } from '../../../stores/device/form-values.ts';
import type { TextKey } from '../../../stores/text-keys.ts';
import { FIELD_REQUESTED, focusField } from '../../ui/focus-field.ts';
import { itemFields } from '../answer-rows.tsx';
import { usePart } from '../part-context.tsx';
import { waitForFiles } from '../pending-files.ts';
import { type ItemAct, namedTitle } from './ListItem.tsx';

type Lists = Record<string, FormState[]>;

export interface Removed {
  index: number;
  item: FormState;
}

interface ListState {
  /** Index of the item that is open. */
  open: number | null;
  removed: Removed | null;
  /** Announced to screen readers. */
  announcement: string;
}

export function useList(list: ListName) {
  const part = usePart();
  const { t, form } = part;
  const { fields, append, insert, remove } = useFieldArray<Lists>({ control: form.control as never, name: list });
  const itemAt = (index: number) => (form.getValues(`${list}.${index}`) ?? {}) as FormState;
  const [state, setState] = useState<ListState>(() => {
    const isNew = fields.length < 2 && isBlankForm(itemAt(0));
    return { open: isNew ? 0 : null, removed: null, announcement: '' };
  });
  const undo = useRef<HTMLButtonElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const appendEmpty = () => append(emptyItem(list) as never, { shouldFocus: false });
  /** Changes items and state in one rendering, after which the new content can be focused. */
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
    move({ open: stays, removed: { index, item }, announcement }, () => remove(index));
    undo.current?.focus();
  };
  const restore = async ({ index, item }: Removed) => {
    setState((now) => ({ ...now, removed: null }));
    await waitForFiles();
    flushSync(() => {
      insert(index, item as never, { shouldFocus: false });
      setState(({ open, ...now }) => {
        const at = open === null ? null : open + Number(open >= index);
        return { ...now, open: at, announcement: t('lists.restored') };
      });
    });
    focusCard(list, index);
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
      void waitForFiles().then((usable) => usable && openItem(index, path));
    };
    addEventListener(FIELD_REQUESTED, reveal);
    return () => removeEventListener(FIELD_REQUESTED, reveal);
  });
}

/** A stable function, so that memoized items stay. Waits for file reads, which need the item's index and mounted fields. */
function useActs(act: (act: ItemAct, key: string) => void) {
  const latest = useRef(act);
  latest.current = act;
  const [onAct] = useState(() => async (name: ItemAct, key: string) => {
    const usable = await waitForFiles();
    if (usable || name === 'remove') latest.current(name, key);
  });
  return onAct;
}
