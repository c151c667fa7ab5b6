/**
 * What a reviewer asks to change, field by field: each entry leads to its field in the form. Where two sections ask for the
 * same, such as a position, the part stands with it.
 */
import { changeableFields } from '../../domain/application/asked-fields.ts';
import { type FieldName, partOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { labelOf } from '../wizard/field-texts.ts';
import { changeHref } from './change-place.ts';

export interface AskedFieldsProps {
  names: readonly FieldName[];
  type: ApplicationType;
  locale: Locale;
}

export function AskedFields({ names, type, locale }: AskedFieldsProps) {
  const t = textOf(locale, 'auth');
  if (names.length === 0) return null;
  const words = { t: textOf(locale, 'forms'), type };
  const labels = changeableFields(type).map((name) => labelOf(words, name));
  const nameOf = (name: FieldName) => {
    const label = labelOf(words, name);
    const alike = labels.filter((other) => other === label).length > 1;
    return alike ? `${label} (${words.t(`parts.${partOf(type, name)}.title`, { context: type })})` : label;
  };
  return (
    <div className="asked-fields">
      <p className="asked-fields__title">{t('person.asked.title', { count: names.length })}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={changeHref(locale, type, { field: name })}>{nameOf(name)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
