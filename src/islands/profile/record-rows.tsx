/** Fields of a record as rows of a summary: label in the words of the form, value in those of a reader. */
import { answerText } from '../../domain/application/answers.ts';
import { type FieldKind, FLAG_OF, LISTS, type ListName, type NamedField } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { type ApplicationValues, type FileValue, isNewFile } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import type { SummaryRow } from '../ui/SummaryList.tsx';
import { FileLink } from './FileLink.tsx';

/** True for a field whose value is a list of items. */
export function isList(name: string): name is ListName {
  return name in LISTS;
}

/** Rows of the fields that are not lists. What a "no" leaves out is not shown. */
export function fieldRows(
  fields: readonly NamedField[],
  values: ApplicationValues,
  type: ApplicationType,
  locale: Locale,
): SummaryRow[] {
  const forms = textOf(locale, 'forms');
  return fields
    .filter(({ name }) => {
      const flag = FLAG_OF[name];
      return !flag || (values[flag] === 'yes' && values[name] !== '');
    })
    .map(({ name, kind }) => ({
      key: name,
      label: forms([`fields.${name}.label_${type}`, `fields.${name}.label`]),
      value: valueNode(kind, values[name], locale),
    }));
}

/** A value as it stands in a row. */
export function valueNode(kind: FieldKind, value: unknown, locale: Locale): SummaryRow['value'] {
  const none = <span className="empty">{textOf(locale, 'auth')('person.empty')}</span>;
  if (kind === 'file' || kind === 'photo') {
    const file = value as FileValue | null;
    return file && !isNewFile(file) ? <FileLink path={file.path} locale={locale} picture={kind === 'photo'} /> : none;
  }
  return answerText(kind, value, { t: textOf(locale, 'forms'), locale }) || none;
}
