/** A link with the ways to share it: copy, share, photograph. */
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { StatusText } from '../ui/Loading.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useText } from '../ui/use-locale.ts';
import styles from './parcel.module.css';
import { QrCode } from './QrCode.tsx';

export interface LinkActionsProps {
  address: string;
  /** The title that the other program shows beside the link. */
  title: string;
}

export function LinkActions({ address, title }: LinkActionsProps) {
  const t = useText('parcel');
  const [copyStatus, setCopyStatus] = useState<'copied' | 'notCopied' | null>(null);
  const canShare = useHydrated() && typeof navigator.share === 'function';
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopyStatus('copied'),
      () => setCopyStatus('notCopied'),
    );
  const share = () =>
    navigator.share({ title, url: address }).catch((error: Error) => {
      // AbortError: the visitor cancelled.
      if (error.name !== 'AbortError') setCopyStatus('notCopied');
    });
  return (
    <>
      <QrCode address={address} label={t('common.qr')} />
      <label className={`field ${styles.wide}`}>
        <span className="label">{t('common.link')}</span>
        <input
          className={`control ${styles.link}`}
          translate="no"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>{t('common.copy')}</Button>
        {canShare && (
          <Button kind="quiet" onClick={() => void share()}>
            {t('common.share')}
          </Button>
        )}
      </div>
      <StatusText>{copyStatus && t(`common.${copyStatus}`)}</StatusText>
    </>
  );
}
