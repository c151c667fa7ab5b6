/**
 * What a reviewer asks to change, field by field: each entry leads to its field in the form. Where two sections ask for the
 * same, such as a position, the part stands with it.
 */
import { changeableFields } from '../../domain/application/asked-fields.ts';
import { type FieldName, partOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { textOf } from '../../stores/page-text.ts';
import { labelOf } from '../wizard/field-texts.ts';
import { changeHash } from './change-hash.ts';

export interface AskedFieldsProps {
  names: readonly FieldName[];
  type: ApplicationType;
  locale: Locale;
  /** On the page of the form itself: goes to the field without leaving. */
  onFollow?: ((name: FieldName) => void) | undefined;
}

export function AskedFields({ names, type, locale, onFollow }: AskedFieldsProps) {
  const t = textOf(locale, 'auth');
  if (names.length === 0) return null;
  const words = { t: textOf(locale, 'forms'), type };
  const labels = changeableFields(type).map((name) => labelOf(words, name));
  const nameOf = (name: FieldName) => {
    const label = labelOf(words, name);
    const alike = labels.filter((other) => other === label).length > 1;
    return alike ? `${label} (${words.t(`parts.${partOf(type, name)}.title`, { context: type })})` : label;
  };
  const page = localePath(locale, `/profile/application/${type}`);
  return (
    <div className="asked-fields">
      <p className="asked-fields__title">{t('person.asked.title', { count: names.length })}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a
              href={page + changeHash(name)}
              onClick={(event) => {
                if (!onFollow) return;
                event.preventDefault();
                onFollow(name);
              }}
            >
              {nameOf(name)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
