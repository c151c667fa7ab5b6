/** The button that deletes the draft of this device, with its question. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { deleteDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { revokeCompanyLink } from './company-link.ts';
import { chooseHref } from './navigation.ts';
import { useDraft } from './use-draft.ts';

export function DeleteDraft({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const asksCompany = useDraft((draft) => draft.company) !== null;
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  /** Why the company's link still works: a second press deletes the draft all the same. */
  const [linkLeft, setLinkLeft] = useState<ApiError | null>(null);

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
    <>
      <button type="button" className="text-button text-button--danger" onClick={() => setAsking(true)}>
        {t('draft.delete')}
      </button>
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
    </>
  );
}
