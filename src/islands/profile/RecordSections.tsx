/** What was sent, section by section, to read. */
import { changeableSections } from '../../domain/application/asked-fields.ts';
import type { NamedField } from '../../domain/application/fields.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { SummaryList } from '../ui/SummaryList.tsx';
import { ListEntries } from './ListEntries.tsx';
import { fieldRows, isList } from './record-rows.tsx';

export interface RecordSectionsProps {
  record: ApplicantRecord;
  type: ApplicationType;
  locale: Locale;
}

export function RecordSections({ record, type, locale }: RecordSectionsProps) {
  const t = textOf(locale, 'auth');
  const values = fromRecord(record);
  return changeableSections(type).map(({ section, fields }) => (
    <section className="record-section" key={section} aria-labelledby={`section-${section}`}>
      <h2 id={`section-${section}`}>{t(`person.sections.${section}`, { context: type })}</h2>
      <SectionBody fields={fields} values={values} type={type} locale={locale} />
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
