/** Whether the draft is saved on this device: beside the button that saves a part, and on the overview. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { deleteDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { revokeCompanyLink } from './company-link.ts';
import { chooseHref } from './navigation.ts';
import { useDraft } from './use-draft.ts';
import styles from './wizard.module.css';

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
      {/* Only a failure is announced. */}
      <output>{failed && t('draft.failed')}</output>
    </p>
  );
}

/** When the draft was saved, when it expires, and the button that deletes it. */
export function SavedDraft({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const expiresAt = useDraft((draft) => draft.expiresAt);
  const asksCompany = useDraft((draft) => draft.company) !== null;
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  /** Why the company's link still works: a second press deletes the draft all the same. */
  const [linkLeft, setLinkLeft] = useState<ApiError | null>(null);
  const failed = saveState === 'failed';
  if (!failed && (!savedAt || !expiresAt)) return null;

  const remove = async () => {
    setDeleting(true);
    const left = linkLeft ? null : await revokeCompanyLink();
    setDeleting(false);
    if (left) return setLinkLeft(left);
    await deleteDraft();
    setAsking(false);
    location.assign(chooseHref(locale));
  };
  return (
    <div className={styles.savedDraft} data-state={saveState}>
      <p>
        {savedAt && expiresAt && !failed
          ? t('draft.saved', {
              time: writtenTime(savedAt),
              until: writtenDay(expiresAt, textOf(locale, 'forms')),
            })
          : t('draft.failed')}{' '}
        <button type="button" className="text-button text-button--danger" onClick={() => setAsking(true)}>
          {t('draft.delete')}
        </button>
      </p>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('draft.confirm.title')}
        actions={
          <>
            <Button kind="danger" busy={deleting} onClick={() => void remove()}>
              {t(linkLeft ? 'draft.confirm.anyway' : 'draft.confirm.yes')}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {t('draft.confirm.no')}
            </Button>
          </>
        }
      >
        <p>{t('draft.confirm.text')}</p>
        {asksCompany && !linkLeft && <p>{t('draft.confirm.company')}</p>}
        {linkLeft && (
          <Notice tone="warning" title={t('draft.confirm.linkLeft.title')}>
            <p>{t('draft.confirm.linkLeft.text')}</p>
          </Notice>
        )}
      </Dialog>
    </div>
  );
}
