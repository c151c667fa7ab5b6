/** On the overview: sends the draft with its files to another device. */

import { useStore } from '@nanostores/react';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import { textOf } from '../../stores/page-text.ts';
import { draftSender } from '../../stores/parcel/draft-sender.ts';
import { parcelLink } from '../../stores/parcel/link.ts';
import type { SendingDraft } from '../../stores/parcel/send-draft.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import { KeptPrivate } from './KeptPrivate.tsx';
import { LinkActions } from './LinkActions.tsx';
import styles from './parcel.module.css';

export function DraftSender() {
  const t = useText('parcel');
  const sending = useStore(draftSender.$sending);
  return (
    <section className={styles.section} aria-labelledby="draft-sender">
      <h2 id="draft-sender">{t('draft.send.title')}</h2>
      <Sending sending={sending} />
      <KeptPrivate />
    </section>
  );
}

interface SendingProps {
  sending: SendingDraft;
}

function Sending({ sending }: SendingProps) {
  const t = useText('parcel');
  const { phase, percent } = sending;
  const again = (
    <Button kind="quiet" onClick={() => void draftSender.send()}>
      {t('draft.send.start')}
    </Button>
  );
  switch (phase) {
    case 'idle':
      return (
        <>
          <p>{t('draft.send.text')}</p>
          {again}
        </>
      );
    case 'sending':
      return (
        <>
          <p>{t('draft.send.sending', { percent })}</p>
          <ProgressBar percent={percent} label={t('draft.send.progress')} />
          <div className={styles.actions}>
            <TakeBack />
          </div>
        </>
      );
    case 'stopped':
    case 'closeFailed':
      return <Failed sending={sending} />;
    case 'waiting':
      return <Waiting sending={sending} />;
    case 'arrived':
      return (
        <Notice
          tone="success"
          title={t('draft.send.arrived.title')}
          action={<Button onClick={() => void draftSender.reset()}>{t('draft.send.arrived.goOn')}</Button>}
        >
          <p>{t('draft.send.arrived.text')}</p>
        </Notice>
      );
    case 'empty':
    case 'cancelled':
    case 'ended':
      return (
        <Notice tone="info" title={t(`draft.send.${phase}.title`)} action={again}>
          <p>{t(`draft.send.${phase}.text`)}</p>
        </Notice>
      );
    default:
      return null;
  }
}

function TakeBack() {
  const t = useText('parcel');
  return (
    <Button kind="quiet" onClick={() => void draftSender.cancel()}>
      {t('draft.send.cancel')}
    </Button>
  );
}

function Failed({ sending: { phase, percent, error } }: SendingProps) {
  const locale = useLocale();
  const t = useText('parcel');
  const isStopped = phase === 'stopped';
  const retry = (
    <Button onClick={() => void draftSender.retry()}>{t(isStopped ? 'common.goOn' : 'common.again')}</Button>
  );
  const both = (
    <span className={styles.actions}>
      {retry}
      <TakeBack />
    </span>
  );
  return (
    <Notice
      tone="error"
      title={t(isStopped ? 'draft.send.stopped' : 'draft.send.uncancelled', { percent })}
      action={isStopped ? both : retry}
    >
      {error && <p>{problemText(locale, error)}</p>}
    </Notice>
  );
}

/** The link for the other device, its expiry, and whether it was opened. */
function Waiting({ sending: { parcel, index } }: SendingProps) {
  const locale = useLocale();
  const t = useText('parcel');
  const endsAt = parcel?.endsAt();
  return (
    <>
      <p>{t('draft.send.ready')}</p>
      {parcel && <LinkActions address={parcelLink(locale, 'draft', parcel.secret)} title={t('draft.send.shared')} />}
      {endsAt && (
        <p>
          {t('draft.send.limits', { day: writtenDay(endsAt, textOf(locale, 'forms').find), time: writtenTime(endsAt) })}
        </p>
      )}
      <p role="status">{t(index?.state === 'opening' ? 'draft.send.opening' : 'draft.send.waiting')}</p>
      <TakeBack />
    </>
  );
}
