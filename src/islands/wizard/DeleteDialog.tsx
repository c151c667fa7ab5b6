/** The question before this device's draft is deleted. */
import { useState } from 'react';
import type { CallRefusal } from '../../stores/api/request.ts';
import { draftStore } from '../../stores/application/draft.ts';
import { ports } from '../../stores/browser/ports.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useLocale, useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';
import { draftLinks } from './draft-links.ts';
import { chooseHref } from './navigation.ts';
import { useDraft } from './use-draft.ts';

/** Deleting the draft also ends the company's link. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const locale = useLocale();
  const t = useText('application');
  const asksCompany = useDraft((draft) => draft.company) !== null;
  const [deleting, setDeleting] = useState(false);
  /** Why the company's link still works: a second press deletes the draft anyway. */
  const [linkLeft, setLinkLeft] = useState<CallRefusal | null>(null);

  const remove = async () => {
    setDeleting(true);
    const refusal = linkLeft ? null : await draftLinks.cancel();
    setDeleting(false);
    if (refusal) return setLinkLeft(refusal);
    await draftStore.deleteDraft();
    onClose();
    ports.open(chooseHref(locale));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('draft.confirm.title')}
      actions={
        <>
          <Button kind="danger" busy={deleting} onClick={() => void remove()}>
            {t(linkLeft ? 'draft.confirm.anyway' : 'draft.confirm.yes')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('draft.confirm.no')}
          </Button>
        </>
      }
    >
      <p>{t('draft.confirm.text')}</p>
      {asksCompany && !linkLeft && <p>{t('draft.confirm.company')}</p>}
      {linkLeft && (
        <Notice tone="warning" title={t('draft.confirm.linkLeft.title')} text={t('draft.confirm.linkLeft.text')} />
      )}
    </Dialog>
  );
}
