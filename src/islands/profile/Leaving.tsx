/** Signing out. Changes that were not sent go from this device with it, so whoever has some is asked before. */
import { type ReactNode, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $record, signOut } from '../../stores/account/session.ts';
import { hasUnsent } from '../../stores/account/unsent.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

export function useLeaving(locale: Locale): { leave: () => Promise<void>; question: ReactNode } {
  const t = textOf(locale, 'auth');
  const [asking, setAsking] = useState(false);
  const stay = () => setAsking(false);
  const leave = async () => {
    const id = $record.get()?.id;
    if (id && (await hasUnsent(id))) setAsking(true);
    else await signOut();
  };
  const question = (
    <Dialog
      open={asking}
      onClose={stay}
      title={t('menu.unsent.title')}
      actions={
        <>
          <Button kind="danger" onClick={() => void signOut()}>
            {t('menu.unsent.leave')}
          </Button>
          <Button kind="quiet" onClick={stay}>
            {t('menu.unsent.stay')}
          </Button>
        </>
      }
    >
      <p>{t('menu.unsent.text')}</p>
    </Dialog>
  );
  return { leave, question };
}
