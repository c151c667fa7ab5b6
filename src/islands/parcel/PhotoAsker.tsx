/** Asks a phone for the file of one field as long as it is mounted; the field then gets the file. */
import { useStore } from '@nanostores/react';
import type { StoreValue } from 'nanostores';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { writtenTime } from '../../domain/i18n/dates.ts';
import { parcelLink } from '../../domain/parcel/link-address.ts';
import { PhotoAskerStore as Asker, type AskingField } from '../../stores/parcel/photo-asker.ts';
import { Button } from '../ui/Button.tsx';
import type { Elements } from '../ui/elements.ts';
import { useLocale, useText } from '../ui/hooks.ts';
import { LoadingBlock } from '../ui/Loading.tsx';
import { KeptPrivate } from './KeptPrivate.tsx';
import { LinkActions } from './LinkActions.tsx';
import { LinkState } from './LinkState.tsx';
import styles from './parcel.module.css';

interface PhotoAskerProps {
  field: AskingField;
  /** A button that unmounts this component. */
  cancel: Elements;
}

export function PhotoAsker({ field, cancel }: PhotoAskerProps) {
  const t = useText('parcel');
  const [asker] = useState(() => new Asker());
  const asking = useStore(asker.$view);
  const box = useRef<HTMLDivElement>(null);
  // The field as it is when the file arrives, which may be later.
  const current = useRef(field);
  current.current = field;
  const { path, type } = field;
  const onAsk = () => {
    void asker.ask({ path, type, chooseFile: (file) => current.current.chooseFile(file) });
    // The pressed button is gone, so the focus moves here.
    box.current?.focus({ preventScroll: true });
  };
  const begin = useEffectEvent(onAsk);
  useEffect(() => {
    begin();
    addEventListener('pagehide', asker.leave);
    return () => {
      removeEventListener('pagehide', asker.leave);
      void asker.cancel();
    };
  }, [asker]);
  const { phase } = asking;
  const isOver = phase === 'taken' || phase === 'cancelled' || phase === 'ended' || phase === 'idle';
  return (
    <div className={styles.tool} ref={box} tabIndex={-1}>
      {phase === 'sending' && <LoadingBlock label={t('photo.ask.making')} />}
      {phase === 'waiting' && <Waiting asking={asking} />}
      {phase === 'fetching' && <LinkState side="photo.ask" view={asking} />}
      {phase === 'stopped' && (
        <LinkState
          side="photo.ask"
          view={asking.secret === null ? { ...asking, phase: 'failed' } : asking}
          onRetry={() => void asker.retry()}
        />
      )}
      {isOver && phase !== 'idle' && <p role="status">{t(`photo.ask.${phase}`)}</p>}
      {isOver ? (
        <Button kind="quiet" onClick={onAsk}>
          {t('photo.ask.again')}
        </Button>
      ) : (
        cancel
      )}
    </div>
  );
}

function Waiting({ asking: { secret, endsAt, index } }: { asking: StoreValue<Asker['$view']> }) {
  const locale = useLocale();
  const t = useText('parcel');
  return (
    <>
      <p>{t('photo.ask.text')}</p>
      {secret && (
        <LinkActions address={parcelLink(location.origin, locale, 'photo', secret)} title={t('photo.ask.shared')} />
      )}
      {endsAt && <p>{t('photo.ask.limits', { time: writtenTime(endsAt) })}</p>}
      <KeptPrivate />
      <p role="status">{t(`photo.ask.${index?.issue ? 'refused' : 'waiting'}`)}</p>
    </>
  );
}
