/** The items of one list of a record, each under its own heading. */
import { type FieldKind, LISTS, type ListName } from '../../domain/application/fields.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { SummaryList } from '../ui/SummaryList.tsx';
import { valueNode } from './record-rows.tsx';

export interface ListEntriesProps {
  list: ListName;
  items: readonly object[];
  locale: Locale;
}

export function ListEntries({ list, items, locale }: ListEntriesProps) {
  const forms = textOf(locale, 'forms');
  const fields = Object.entries(LISTS[list].item) as [string, { kind: FieldKind }][];
  return items.map((item, index) => {
    const values = item as Record<string, unknown>;
    const title = forms(`lists.${list}.item`, { number: index + 1 });
    return (
      <div key={title}>
        <h3>{title}</h3>
        <SummaryList
          rows={fields.map(([name, { kind }]) => ({
            key: name,
            label: forms(`items.${list}.${name}.label`),
            value: valueNode(kind, values[name], locale),
          }))}
        />
      </div>
    );
  });
}
