/** What is changed and not sent yet, whether it is safe on this device, and what was asked for and is not changed yet. */
import { askedLeft } from '../../domain/application/asked-fields.ts';
import type { FieldName } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { formatClock } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, NO_CHANGES } from '../../stores/account/changes.ts';
import { textOf } from '../../stores/page-text.ts';
import { labelOf } from '../fields/field-texts.ts';
import { StatusText } from '../ui/Loading.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';

export interface ChangeStateProps {
  locale: Locale;
  type: ApplicationType;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
}

export function ChangeState({ locale, type, asked }: ChangeStateProps) {
  const t = textOf(locale, 'auth');
  const words = { t: textOf(locale, 'forms'), type };
  const { changed, keep, keptAt } = useClientStore($changes, NO_CHANGES);
  const labels = (names: readonly string[]) => names.map((name) => labelOf(words, name)).join('; ');
  const left = askedLeft(asked, changed);
  if (changed.length === 0) return <StatusText>{t('person.change.none')}</StatusText>;
  return (
    <StatusText>
      <b>{t('person.change.changed', { count: changed.length, names: labels(changed) })}</b>{' '}
      {keep === 'failed'
        ? t('person.change.notKept')
        : keptAt !== null && t('person.change.keptAt', { when: formatClock(Date.parse(keptAt), locale) })}
      {left.length > 0 && <> {t('person.asked.left', { names: labels(left) })}</>}
    </StatusText>
  );
}
