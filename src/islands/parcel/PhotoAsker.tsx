/** Asks a phone for the file of one field as soon as it is mounted; the field receives the file. */

import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { writtenTime } from '../../domain/i18n/written-dates.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import { parcelLink } from '../../stores/parcel/link.ts';
import { PhotoAsker as Asker, type AskingField, type AskingPhoto } from '../../stores/parcel/photo-asker.ts';
import { Button } from '../ui/Button.tsx';
import type { Elements } from '../ui/elements.ts';
import { LoadingBlock, ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import { KeptPrivate } from './KeptPrivate.tsx';
import { LinkActions } from './LinkActions.tsx';
import styles from './parcel.module.css';

export function PhotoAsker(field: AskingField) {
  const { asking, box, ...actions } = usePhotoAsker(field);
  return (
    <div className={styles.tool} ref={box} tabIndex={-1}>
      <Asking asking={asking} {...actions} />
    </div>
  );
}

function usePhotoAsker(field: AskingField) {
  const [asker] = useState(() => new Asker());
  const asking = useStore(asker.$view);
  const box = useRef<HTMLDivElement>(null);
  // The field as it is when the file arrives.
  const current = useRef(field);
  current.current = field;
  const { path, type } = field;
  const onAsk = () => void asker.ask({ path, type, chooseFile: (file) => current.current.chooseFile(file) });
  // The pressed button is gone.
  const focusBox = () => box.current?.focus({ preventScroll: true });
  const begin = useEffectEvent(() => {
    onAsk();
    focusBox();
  });

  useEffect(() => {
    begin();
    addEventListener('pagehide', asker.leave);
    return () => {
      removeEventListener('pagehide', asker.leave);
      void asker.cancel();
    };
  }, [asker]);

  const onCancel = () => {
    void asker.cancel();
    focusBox();
  };
  return { asking, box, onAsk, onCancel, onRetry: () => void asker.retry() };
}

interface AskingProps {
  asking: AskingPhoto;
  onAsk: () => void;
  onRetry: () => void;
  onCancel: () => void;
}

function Asking({ asking, onAsk, onRetry, onCancel }: AskingProps) {
  const t = useText('parcel');
  const { phase, percent } = asking;
  const again = (
    <Button kind="quiet" onClick={onAsk}>
      {t('photo.ask.again')}
    </Button>
  );
  const cancel = (
    <Button kind="quiet" onClick={onCancel}>
      {t('photo.ask.cancel')}
    </Button>
  );
  switch (phase) {
    case 'idle':
      return again;
    case 'sending':
      return (
        <>
          <LoadingBlock label={t('photo.ask.making')} />
          {cancel}
        </>
      );
    case 'waiting':
      return (
        <>
          <Waiting asking={asking} />
          {cancel}
        </>
      );
    case 'fetching':
      return (
        <>
          <p>{t('photo.ask.fetching', { percent })}</p>
          <ProgressBar percent={percent} label={t('photo.ask.progress')} />
          {cancel}
        </>
      );
    case 'stopped':
      return <Stopped asking={asking} onRetry={onRetry} cancel={cancel} />;
    case 'received':
    case 'cancelled':
    case 'ended':
      return (
        <>
          <p role="status">{t(`photo.ask.${phase}`)}</p>
          {again}
        </>
      );
    default:
      return null;
  }
}

type ViewProps = Pick<AskingProps, 'asking'>;

/** The link for the phone, its expiry, and whether a file was refused. */
function Waiting({ asking: { secret, endsAt, index } }: ViewProps) {
  const locale = useLocale();
  const t = useText('parcel');
  return (
    <>
      <p>{t('photo.ask.text')}</p>
      {secret && <LinkActions address={parcelLink(locale, 'photo', secret)} title={t('photo.ask.shared')} />}
      {endsAt && <p>{t('photo.ask.limits', { time: writtenTime(endsAt) })}</p>}
      <KeptPrivate />
      <p role="status">{t(`photo.ask.${index?.problem ? 'refused' : 'waiting'}`)}</p>
    </>
  );
}

function Stopped({ asking, onRetry, cancel }: ViewProps & { onRetry: () => void; cancel: Elements }) {
  const locale = useLocale();
  const t = useText('parcel');
  const { error, secret } = asking;
  const isSending = secret === null;
  return (
    <Notice
      tone="error"
      title={t(isSending ? 'photo.ask.failed' : 'photo.ask.stopped')}
      action={
        <span className={styles.actions}>
          <Button onClick={onRetry}>{t('common.again')}</Button>
          {!isSending && cancel}
        </span>
      }
    >
      {error && <p>{problemText(locale, error)}</p>}
    </Notice>
  );
}
