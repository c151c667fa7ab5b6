/** Asks a phone for the file of one field, at once when it is mounted; the field takes what comes. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { writtenTime } from '../../domain/i18n/written-dates.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import { textOf } from '../../stores/page-text.ts';
import { type AskingField, createPhotoAsker } from '../../stores/parcel/ask-photo.ts';
import { parcelLink } from '../../stores/parcel/link.ts';
import { Button } from '../ui/Button.tsx';
import { LoadingBlock, ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { KeptPrivate } from './KeptPrivate.tsx';
import { LinkActions } from './LinkActions.tsx';
import styles from './parcel.module.css';

export interface PhotoAskerProps extends AskingField {
  locale: Locale;
}

export function PhotoAsker({ locale, ...field }: PhotoAskerProps) {
  const t = textOf(locale, 'parcel');
  const [asker] = useState(() => createPhotoAsker());
  const asking = useStore(asker.$asking);
  const box = useRef<HTMLDivElement>(null);
  // The field's own, as it is when the file comes.
  const current = useRef(field);
  current.current = field;
  const { path, type } = field;
  const ask = () => void asker.ask({ path, type, take: (file) => current.current.take(file) });

  useEffect(() => {
    ask();
    // The button that was pressed is gone.
    box.current?.focus({ preventScroll: true });
    addEventListener('pagehide', asker.leave);
    return () => {
      removeEventListener('pagehide', asker.leave);
      void asker.cancel();
    };
  }, []);

  const again = (
    <Button kind="quiet" onClick={ask}>
      {t('photo.ask.again')}
    </Button>
  );
  const cancel = (
    <Button
      kind="quiet"
      onClick={() => {
        void asker.cancel();
        box.current?.focus({ preventScroll: true });
      }}
    >
      {t('photo.ask.cancel')}
    </Button>
  );
  const { parcel, index, percent, error, step } = asking;
  const endsAt = parcel?.endsAt();
  const content = () => {
    switch (asking.phase) {
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
            <p>{t('photo.ask.text')}</p>
            {parcel && (
              <LinkActions
                locale={locale}
                address={parcelLink(locale, 'photo', parcel.secret)}
                title={t('photo.ask.shared')}
              />
            )}
            {endsAt && <p>{t('photo.ask.limits', { time: writtenTime(endsAt) })}</p>}
            <KeptPrivate locale={locale} />
            <p role="status">{t(`photo.ask.${index?.problem ? 'refused' : index?.opener ? 'opened' : 'waiting'}`)}</p>
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
        return (
          <Notice
            tone="error"
            title={t(step === 'sending' ? 'photo.ask.failed' : 'photo.ask.stopped')}
            action={
              <span className={styles.actions}>
                <Button onClick={() => void asker.retry()}>{t('common.again')}</Button>
                {step !== 'sending' && cancel}
              </span>
            }
          >
            {error && <p>{problemText(locale, error)}</p>}
          </Notice>
        );
      case 'received':
      case 'cancelled':
      case 'ended':
        return (
          <>
            <p role="status">{t(`photo.ask.${asking.phase}`)}</p>
            {again}
          </>
        );
      default:
        return null;
    }
  };
  return (
    <div className={styles.tool} ref={box} tabIndex={-1}>
      {content()}
    </div>
  );
}
