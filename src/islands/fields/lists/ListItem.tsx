/** One item of a list: a card with its answers, or with its fields while it is edited. */
import { Fragment, type KeyboardEvent, memo, useId } from 'react';
import type { ListName } from '../../../domain/application/fields.ts';
import type { FormState } from '../../../domain/application/form.ts';
import { relativeHolder } from '../../../domain/passport/holders.ts';
import { Button } from '../../ui/Button.tsx';
import { focusField } from '../../ui/focus.ts';
import styles from '../../ui/SummaryList.module.css';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { itemFields, itemRows } from '../answer-rows.tsx';
import { FormField } from '../controls/FormField.tsx';
import { shownCountry } from '../country-names.ts';
import { type FieldWords, itemTitle, labelOf } from '../field-texts.ts';
import { type PartContextValue, usePart, useValue } from '../part-context.tsx';
import { PassportFilling } from '../passport/PassportFilling.tsx';
import { pendingFiles } from '../pending-files.ts';

/** Open the item; close it if it is valid (`save`) or without validation (`putOff`); remove it. */
export type ItemAct = 'edit' | 'save' | 'putOff' | 'remove';

interface ItemProps {
  list: ListName;
  /** Index in the list, from 0; part of its fields' paths. */
  index: number;
  /** Does not change when the index does. */
  id: string;
  onAct: (act: ItemAct, id: string) => void;
}

interface ListItemProps extends ItemProps {
  open: boolean;
  /** What a closed item lacks; `''` for a complete one. */
  mark: string;
}

export const ListItem = memo(function ListItem({ open, mark, ...item }: ListItemProps) {
  const { list, index, id, onAct } = item;
  const part = usePart();
  const { t, form } = part;
  const place = `${list}.${index}`;
  const title = useItemTitle(list, index);
  const [titleId, markId] = [useId(), useId()];
  const action = (act: ItemAct, label: string, className: string) => (
    <button type="button" className={className} onClick={() => onAct(act, id)}>
      <span>{label}</span>
      <span className="visually-hidden">{`: ${title}`}</span>
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: Chromium lays out all children of a fieldset again when one changes.
    <section
      className={`card ${styles.card}`}
      id={place}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={mark ? markId : undefined}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <div className={styles.actions}>
          {!open && action('edit', t('lists.edit'), 'text-button')}
          {action('remove', t('lists.remove'), 'text-button text-button--danger')}
        </div>
      </div>
      {mark && (
        <p className={styles.mark} id={markId}>
          {mark}
        </p>
      )}
      {open ? <ItemFields {...item} /> : <SummaryList rows={itemRows(part, list, form.valueAt(place) as FormState)} />}
    </section>
  );
});

/** Memoized, so that the fields do not render when the title follows the typed name. */
const ItemFields = memo(function ItemFields({ list, index, id, onAct }: ItemProps) {
  const { t, form, check } = usePart();
  const fields = itemFields(list, index);
  const passport = list === 'formatted_relatives' ? relativeHolder(index) : null;
  // The two dates of a trip share a row.
  const dates = fields.flatMap(({ path }) => (/\.date_(from|to)$/.test(path) ? [path] : []));

  // An item with errors stays open and shows them.
  const save = async () => {
    if (!(await pendingFiles.wait())) return;
    const found = Object.entries(check()).filter(([path]) => path.startsWith(`${list}.${index}.`));
    form.clearErrors(fields.map(({ path }) => path));
    form.setErrors({ ...form.errors, ...Object.fromEntries(found) });
    const [first] = found;
    if (first) focusField(first[0]);
    else onAct('save', id);
  };
  const saveOnEnter = (event: KeyboardEvent) => {
    // In Safari the Enter that ends a composition comes after its end, with the key code of a composition.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || isComposing || !(event.target instanceof HTMLInputElement)) return;
    if (event.target.type === 'file') return;
    event.preventDefault();
    void save();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from the fields.
    <div onKeyDown={saveOnEnter}>
      {fields
        .filter(({ path }) => !dates.includes(path))
        .map((field) => (
          <Fragment key={field.path}>
            <FormField {...field} />
            {field.path === passport?.scan && <PassportFilling part={null} holder={passport} />}
          </Fragment>
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

/** Most fields that a card names; the others are counted. */
const NAMED = 3;

/** "Relative 2: Anna Petrova", "Trip 1: Kazakhstan"; only the number without a name. */
export function namedTitle(words: FieldWords, list: ListName, index: number, values: FormState): string {
  const { name = '', surname = '', trip_country = '' } = values as Record<string, string>;
  const person = [name.trim(), surname.trim()].filter(Boolean).join(' ');
  const item = itemTitle(words, list, index);
  const known = person || shownCountry(trip_country);
  return known ? words.t('lists.named', { item, name: known }) : item;
}

/** {@link namedTitle} of an item in the form; renders when its name changes. */
function useItemTitle(list: ListName, index: number): string {
  const at = `${list}.${index}`;
  const name = useValue(`${at}.name`);
  const surname = useValue(`${at}.surname`);
  const trip_country = useValue(`${at}.trip_country`);
  return namedTitle(usePart(), list, index, { name, surname, trip_country });
}

/** Errors of a closed item as sentences; `''` for a complete one. @param codeAt the error code at a form path */
export function itemMark(
  part: PartContextValue,
  list: ListName,
  index: number,
  codeAt: (path: string) => string | undefined,
): string {
  const { t, locale } = part;
  const wrong = itemFields(list, index).flatMap(({ path }) => {
    const code = codeAt(path);
    const label = labelOf(part, path);
    // The name stands within a sentence, so it begins with a small letter.
    return code ? [{ code, name: label.charAt(0).toLocaleLowerCase(locale) + label.slice(1) }] : [];
  });
  const sentence = (key: 'lists.missing' | 'lists.mistaken', fields: typeof wrong) => {
    if (fields.length === 0) return '';
    const first = fields.slice(0, NAMED).map(({ name }) => name);
    const rest = fields.length - first.length;
    const names = first.join(', ');
    return t(key, { names: rest > 0 ? t('lists.andMore', { names, rest }) : names });
  };
  const missing = wrong.filter(({ code }) => code === 'required');
  const mistaken = wrong.filter(({ code }) => code !== 'required');
  return [sentence('lists.missing', missing), sentence('lists.mistaken', mistaken)].filter(Boolean).join(' ');
}
