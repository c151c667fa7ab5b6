/** What was sent, to read: a section for each part. */
import { changeableParts } from '../../domain/application/asked-fields.ts';
import { type FieldKind, fieldsOf, LISTS, type ListName, type NamedField } from '../../domain/application/fields.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { SummaryList } from '../ui/SummaryList.tsx';
import { fieldRows, isList, valueNode } from './record-rows.tsx';

export interface RecordSectionsProps {
  record: ApplicantRecord;
  type: ApplicationType;
  locale: Locale;
}

export function RecordSections({ record, type, locale }: RecordSectionsProps) {
  const t = textOf(locale, 'forms');
  const values = fromRecord(record);
  return changeableParts(type).map((part) => (
    <section className="record-section" key={part} aria-labelledby={`part-${part}`}>
      <h2 id={`part-${part}`}>{t(`parts.${part}.title`, { context: type })}</h2>
      <SectionBody fields={fieldsOf(type, { part })} values={values} type={type} locale={locale} />
    </section>
  ));
}

interface SectionBodyProps {
  fields: NamedField[];
  values: ApplicationValues;
  type: ApplicationType;
  locale: Locale;
}

function SectionBody({ fields, values, type, locale }: SectionBodyProps) {
  const lists = fields.filter(({ name }) => isList(name));
  return (
    <>
      <SummaryList
        rows={fieldRows(
          fields.filter(({ name }) => !isList(name)),
          values,
          type,
          locale,
        )}
      />
      {lists.map(
        ({ name }) => isList(name) && <ListEntries key={name} list={name} items={values[name]} locale={locale} />,
      )}
    </>
  );
}

interface ListEntriesProps {
  list: ListName;
  items: readonly object[];
  locale: Locale;
}

/** The items of a list, each under its own heading. */
function ListEntries({ list, items, locale }: ListEntriesProps) {
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
