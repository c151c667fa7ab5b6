/** The dialogs about the end of a session: it expires, unsent changes would be deleted, the visitor signed out offline. */
import { useEffect, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { sessionGuard } from '../../stores/account/guard.ts';
import { $record, $recordLoad, refreshRecord, signOut } from '../../stores/account/session.ts';
import { unsentChanges } from '../../stores/account/unsent.ts';
import { refusalTitle } from '../../stores/api/refusal-text.ts';
import { pageText } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { Elements } from '../ui/elements.ts';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { StatusText } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';

/** Warns two minutes before a session expires, with buttons to extend it or to finish the work. */
export function SessionExpiry() {
  const locale = useLocale();
  const t = useText('auth');
  const { left, isFinal } = useClientStore(sessionGuard.$expiry);
  const { refusal } = useClientStore($recordLoad);
  const [busy, setBusy] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const { leave, question } = useSignOut(locale);

  useEffect(() => sessionGuard.watch(locale), [locale]);

  useEffect(() => {
    if (left === null) setHasTried(false);
  }, [left]);

  const stay = async () => {
    if (busy) return;
    setBusy(true);
    // Every guarded call extends the session.
    await refreshRecord(locale);
    setHasTried(true);
    setBusy(false);
  };
  const time = `${Math.floor((left ?? 0) / 60)}:${String((left ?? 0) % 60).padStart(2, '0')}`;
  const toStay = (
    <>
      <Button busy={busy} busyLabel={t('session.staying')} onClick={() => void stay()}>
        {t('session.stay')}
      </Button>
      <Button kind="link" onClick={() => void leave()}>
        {t('session.leave')}
      </Button>
    </>
  );
  const toFinish = (
    <>
      <Button onClick={() => void signOut('ended')}>{t('session.again')}</Button>
      <Button kind="link" onClick={sessionGuard.dismiss}>
        {t('session.finish')}
      </Button>
    </>
  );

  return (
    <Dialog
      open={left !== null}
      onClose={isFinal ? sessionGuard.dismiss : () => void stay()}
      title={t('session.warnTitle')}
      actions={isFinal ? toFinish : toStay}
    >
      <p>{t(isFinal ? 'session.warnMaxText' : 'session.warnText', { time })}</p>
      {hasTried && refusal && (
        <Notice tone="error" title={refusalTitle(locale, refusal)} text={t('session.stayFailed')} />
      )}
      {question}
    </Dialog>
  );
}

/** Signs out. This deletes unsent changes on this device, so a dialog (`question`) asks first if there are any. */
export function useSignOut(locale: Locale): { leave: () => Promise<void>; question: Elements } {
  const t = pageText(locale, 'auth');
  const [asking, setAsking] = useState(false);
  const stay = () => setAsking(false);
  const leave = async () => {
    const id = $record.get()?.id;
    if (id && (await unsentChanges.exist(id))) setAsking(true);
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

/** Says that the visitor is signed out and that no other page can be loaded; shown until there is a network. */
export function SignedOutOffline() {
  const locale = useLocale();
  const t = useText('auth');
  const open = useClientStore(sessionGuard.$endedOffline);
  const [attempts, setAttempts] = useState(0);
  const leave = () => {
    if (!sessionGuard.leave(locale)) setAttempts((count) => count + 1);
  };
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t('session.leftTitle')}
      actions={<Button onClick={leave}>{t('session.leftAgain')}</Button>}
    >
      <p>{t('session.leftText')}</p>
      <StatusText>{attempts > 0 && <span key={attempts}>{t('session.leftStill')}</span>}</StatusText>
    </Dialog>
  );
}
