/** A list behind a "yes": cards, one open at most, with add, edit, remove and undo, each announced. An empty list gets an item. */
import { useFormState } from 'react-hook-form';
import type { ListName } from '../../../domain/application/fields.ts';
import { MAX_ITEMS } from '../../../domain/kinds/list.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { StatusText } from '../../ui/Loading.tsx';
import { errorCode } from '../field-errors.ts';
import { errorText, labelOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { useFieldError } from '../part-context.tsx';
import { itemMark, ListItem, namedTitle } from './ListItem.tsx';
import { useList } from './use-list.ts';

/** From this length on the list shows how many more items are allowed. */
const NEARLY_FULL = MAX_ITEMS - 10;

export function ListField({ list }: { list: ListName }) {
  const { part, fields, open, removed, announcement, undo, add, addItem, restore, onAct } = useList(list);
  const { t, form } = part;
  const { errors } = useFormState({ control: form.control, name: list });
  const code = useFieldError(list);
  const found = part.check();
  const markOf = (index: number) => itemMark(part, list, index, (path) => found[path]?.[0] ?? errorCode(errors, path));
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
            <span className="visually-hidden">{` ${removedTitle}`}</span>
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
