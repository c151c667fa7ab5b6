/** What is changed and not sent yet, whether it is safe on this device, and what was asked for and is not changed yet. */
import type { FieldName } from '../../domain/application/fields.ts';
import { formatClock } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, NO_CHANGES } from '../../stores/account/changes.ts';
import { textOf } from '../../stores/page-text.ts';
import { StatusText } from '../ui/StatusText.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { labelOf } from '../wizard/field-texts.ts';
import { useStep } from '../wizard/step-context.ts';

export interface ChangeStateProps {
  locale: Locale;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
}

export function ChangeState({ locale, asked }: ChangeStateProps) {
  const t = textOf(locale, 'auth');
  const step = useStep();
  const { changed, keep, keptAt } = useClientStore($changes, NO_CHANGES);
  const labels = (names: readonly string[]) => names.map((name) => labelOf(step, name as FieldName)).join('; ');
  const left = asked.filter((name) => !changed.includes(name));
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
