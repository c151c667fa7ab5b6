/** What is changed and not sent yet, and whether it is safe on this device. */
import type { FieldName } from '../../domain/application/fields.ts';
import { formatClock } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, NO_CHANGES } from '../../stores/account/changes.ts';
import { textOf } from '../../stores/page-text.ts';
import { StatusText } from '../ui/StatusText.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { labelOf } from '../wizard/field-texts.ts';
import { useStep } from '../wizard/step-context.ts';

export function ChangeState({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  const step = useStep();
  const { changed, keep, keptAt } = useClientStore($changes, NO_CHANGES);
  if (changed.length === 0) return <StatusText>{t('person.change.none')}</StatusText>;
  const names = changed.map((name) => labelOf(step, name as FieldName)).join('; ');
  return (
    <StatusText>
      <b>{t('person.change.changed', { count: changed.length, names })}</b>{' '}
      {keep === 'failed'
        ? t('person.change.notKept')
        : keptAt !== null && t('person.change.keptAt', { when: formatClock(Date.parse(keptAt), locale) })}
    </StatusText>
  );
}
