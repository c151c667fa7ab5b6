/** Whether what was typed is safe on this device, right where it is saved. */

import { writtenTime } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { useDraft } from './use-draft.ts';

export function DraftState({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const failed = saveState === 'failed';
  return (
    <p className="draft-state" data-state={saveState}>
      <span>
        {!failed &&
          (savedAt && saveState !== 'idle' ? t('draft.notSent', { time: writtenTime(savedAt) }) : t('draft.idle'))}
      </span>
      {/* Only what went wrong is spoken: each saving would be too much to hear. */}
      <output>{failed && t('draft.failed')}</output>
    </p>
  );
}
