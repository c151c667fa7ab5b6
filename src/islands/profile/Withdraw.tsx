/** Takes the application back, after a question. Left out where it is decided, and where the host does not tell with the record that it can do it. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $progress } from '../../stores/account/record.ts';
import { $withdrawal, canWithdraw, NO_WITHDRAWAL, withdrawApplication } from '../../stores/account/withdraw.ts';
import { problemText, problemTitle } from '../../stores/api/problem-text.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { HostWords } from '../ui/HostWords.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';

export function Withdraw({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  const status = useClientStore($progress, null) ?? '';
  const { busy, error } = useClientStore($withdrawal, NO_WITHDRAWAL);
  const [asking, setAsking] = useState(false);
  const withdraw = () => {
    setAsking(false);
    void withdrawApplication(locale);
  };
  if (!canWithdraw(status)) return null;
  return (
    <div className="no-print">
      {error && (
        <Notice tone="error" title={problemTitle(locale, error)}>
          <p>{problemText(locale, error)}</p>
          <HostWords locale={locale} error={error} />
        </Notice>
      )}
      <Button kind="link" busy={busy} busyLabel={t('home.withdraw.busy')} onClick={() => setAsking(true)}>
        {t('home.withdraw.start')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('home.withdraw.title')}
        actions={
          <>
            <Button onClick={withdraw}>{t('home.withdraw.confirm')}</Button>
            <Button kind="link" onClick={() => setAsking(false)}>
              {t('home.withdraw.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('home.withdraw.text')}</p>
      </Dialog>
    </div>
  );
}
