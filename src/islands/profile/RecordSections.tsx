/** The submitted application, a section for each part. */

import { answerText, isAnswer } from '../../domain/application/answers.ts';
import { changeableParts } from '../../domain/application/asked-fields.ts';
import {
  FLAG_OF,
  fieldsOf,
  isListName,
  type ListName,
  listKindOf,
  type NamedField,
} from '../../domain/application/fields.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { isPhoto } from '../../domain/kinds/file.ts';
import { type FieldKind, KINDS } from '../../domain/kinds/index.ts';
import { isFileValue, isNewFile } from '../../domain/kinds/kind.ts';
import type { RecordedItem } from '../../domain/kinds/list.ts';
import { textOf } from '../../stores/page-text.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { SummaryList, type SummaryRow } from '../ui/SummaryList.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import { FileLink } from './FileLink.tsx';
import styles from './RecordSections.module.css';

export interface RecordSectionsProps {
  record: ApplicantRecord;
  type: ApplicationType;
}

export function RecordSections({ record, type }: RecordSectionsProps) {
  const t = useText('forms');
  const values = fromRecord(type, record);
  const sections = changeableParts(type).map((part) => (
    <section className={styles.section} key={part} aria-labelledby={`part-${part}`}>
      <h2 id={`part-${part}`}>{t(`parts.${part}.title`, { context: type })}</h2>
      <SectionBody fields={fieldsOf(type, { part })} record={record} values={values} type={type} />
    </section>
  ));
  return <div className={styles.sections}>{sections}</div>;
}

interface SectionProps {
  fields: NamedField[];
  record: ApplicantRecord;
  values: ApplicationValues;
  type: ApplicationType;
}

/** Rows of the fields, then each list. Fields hidden by a "no" are omitted; fields missing in the record are marked unknown. */
function SectionBody({ fields, record, values, type }: SectionProps) {
  const locale = useLocale();
  const t = useText('forms');
  const isShown = ({ name }: NamedField) => {
    const flag = FLAG_OF[name];
    return !flag || (values[flag] === 'yes' && values[name] !== '');
  };
  const rows = fields
    .filter((field) => !isListName(field.name) && isShown(field) && isAnswer(field))
    .map(({ name, kind }) => ({
      key: name,
      label: t.find(`fields.${name}.label`, { context: type }),
      value: record[name] === undefined ? <MissingAnswer isUnknown /> : shownValue(kind, values[name], locale),
    }));
  return (
    <>
      <SummaryList rows={rows} />
      {fields.map(({ name }) => isListName(name) && <ListEntries key={name} list={name} recorded={record[name]} />)}
    </>
  );
}

/** The items of a list, each under its own heading. */
function ListEntries({ list, recorded = [] }: { list: ListName; recorded: readonly RecordedItem[] | undefined }) {
  const locale = useLocale();
  const forms = useText('forms');
  const fields = Object.entries(listKindOf(list).fields).filter(([, field]) => isAnswer(field));
  return recorded.map((item, index) => {
    const values = listKindOf(list).itemFromRecord(item);
    const title = forms(`lists.${list}.item`, { number: index + 1 });
    return (
      <div key={title}>
        <h3>{title}</h3>
        <SummaryList
          rows={fields.map(([name, { kind }]) => ({
            key: name,
            label: forms.find(`items.${list}.${name}.label`),
            value: item[name] === undefined ? <MissingAnswer isUnknown /> : shownValue(kind, values[name], locale),
          }))}
        />
      </div>
    );
  });
}

/** For a missing answer: none was given, or the host omits it. */
function MissingAnswer({ isUnknown = false }: { isUnknown?: boolean }) {
  const t = useText('auth');
  return <span className={styles.empty}>{t(isUnknown ? 'person.unknown' : 'person.empty')}</span>;
}

/** A value as text, or the link to a file. */
function shownValue(kind: FieldKind, value: unknown, locale: Locale): SummaryRow['value'] {
  const none = <MissingAnswer />;
  if (KINDS[kind].shape === 'file') {
    const isStored = isFileValue(value) && !isNewFile(value);
    return isStored ? <FileLink path={value.path} picture={isPhoto(kind)} /> : none;
  }
  const text = answerText(kind, value, { t: textOf(locale, 'forms').find, locale });
  if (!text) return none;
  return kind === 'email' ? <EmailText email={text} /> : text;
}
