/** Whether the draft is saved on this device: beside a part's save button, and on the overview. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import { $storageProblem } from '../../stores/device/storage.ts';
import { textOf } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/use-hydrated.ts';
import { DeleteDraft } from './DeleteDraft.tsx';
import { useDraft } from './use-draft.ts';
import styles from './wizard.module.css';

const NOT_SAVED = { failed: 'draft.failed', blocked: 'draft.blocked', silent: 'draft.silent' } as const;

export function DraftState({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const trouble = useClientStore($storageProblem, null);
  const failed = saveState === 'failed' || trouble !== null;
  return (
    <p className="draft-state" data-state={failed ? 'failed' : saveState}>
      <span>
        {!failed &&
          (savedAt && saveState !== 'idle' ? t('draft.notSent', { time: writtenTime(savedAt) }) : t('draft.idle'))}
      </span>
      {/* Only a failure is announced. */}
      <output>{failed && t(NOT_SAVED[trouble ?? 'failed'])}</output>
    </p>
  );
}

/** When the draft was saved, when it expires, and the button that deletes it. */
export function SavedDraft({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const expiresAt = useDraft((draft) => draft.expiresAt);
  const trouble = useClientStore($storageProblem, null);
  const failed = saveState === 'failed' || trouble !== null;
  if (!failed && (!savedAt || !expiresAt)) return null;
  return (
    <div className={styles.savedDraft} data-state={failed ? 'failed' : saveState}>
      <p>
        <span>
          {savedAt && expiresAt && !failed
            ? t('draft.saved', {
                time: writtenTime(savedAt),
                until: writtenDay(expiresAt, textOf(locale, 'forms').find),
              })
            : t(NOT_SAVED[trouble ?? 'failed'])}
        </span>
        <span> </span>
        <DeleteDraft locale={locale} />
      </p>
    </div>
  );
}
