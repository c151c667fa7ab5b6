/** Whether changes are safe on this device, right where they are made. It looks as at a draft (wizard/DraftState.tsx). */

import { writtenTime } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, NO_CHANGES } from '../../stores/account/changes.ts';
import { textOf } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/use-client-store.ts';

/** The same states, in the draft's words. */
const LOOKS = { idle: 'idle', saving: 'saving', kept: 'saved', failed: 'failed' } as const;

export function ChangeKept({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const { keep, keptAt } = useClientStore($changes, NO_CHANGES);
  const failed = keep === 'failed';
  return (
    <p className="draft-state" data-state={LOOKS[keep]}>
      <span>{!failed && (keptAt ? t('draft.notSent', { time: writtenTime(keptAt) }) : t('draft.idle'))}</span>
      <output>{failed && textOf(locale, 'auth')('person.change.notKept')}</output>
    </p>
  );
}
