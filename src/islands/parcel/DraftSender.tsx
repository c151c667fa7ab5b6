/** On the overview: moves the draft with its files to another device. */
import { useStore } from '@nanostores/react';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import { textOf } from '../../stores/page-text.ts';
import { draftSender, type SendingDraft } from '../../stores/parcel/draft-sender.ts';
import { parcelLink } from '../../stores/parcel/link.ts';
import { Button } from '../ui/Button.tsx';
import { LoadingBlock, ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import { LinkActions } from './LinkActions.tsx';
import { LinkOffer } from './LinkOffer.tsx';
import styles from './parcel.module.css';

export function DraftSender() {
  const t = useText('parcel');
  const sending = useStore(draftSender.$view);
  return (
    <LinkOffer id="draft-sender" title={t('draft.send.title')} isActive={sending.phase !== 'idle'}>
      <Sending sending={sending} />
    </LinkOffer>
  );
}

function Sending({ sending }: { sending: SendingDraft }) {
  const locale = useLocale();
  const t = useText('parcel');
  const { phase, percent, error } = sending;
  const start = (
    <Button kind="quiet" onClick={() => void draftSender.send()}>
      {t('draft.send.start')}
    </Button>
  );
  const cancel = (
    <Button kind="quiet" onClick={() => void draftSender.cancel()}>
      {t('draft.send.cancel')}
    </Button>
  );
  switch (phase) {
    case 'opening':
      return <LoadingBlock label={t('draft.send.looking')} />;
    case 'sending':
      return (
        <>
          <p>{t('draft.send.sending', { percent })}</p>
          <ProgressBar percent={percent} label={t('draft.send.progress')} />
          {cancel}
        </>
      );
    case 'stopped':
    case 'closeFailed':
      return (
        <Notice
          tone="error"
          title={t(`draft.send.${phase}`, { percent })}
          action={
            <span className={styles.actions}>
              <Button onClick={() => void draftSender.retry()}>{t('common.goOn')}</Button>
              {phase === 'stopped' && cancel}
            </span>
          }
        >
          {error && <p>{problemText(locale, error)}</p>}
        </Notice>
      );
    case 'waiting':
      return (
        <>
          <Link sending={sending} />
          {cancel}
        </>
      );
    case 'empty':
    case 'cancelled':
    case 'ended':
      return (
        <Notice tone="info" title={t(`draft.send.${phase}.title`)} action={start}>
          <p>{t(`draft.send.${phase}.text`)}</p>
        </Notice>
      );
    default:
      return (
        <>
          <p>{t('draft.send.text')}</p>
          {start}
        </>
      );
  }
}

/** The link for the other device, its expiry, and whether it is in use. */
function Link({ sending: { secret, endsAt, index } }: { sending: SendingDraft }) {
  const locale = useLocale();
  const t = useText('parcel');
  const time = endsAt && { day: writtenDay(endsAt, textOf(locale, 'forms').find), time: writtenTime(endsAt) };
  return (
    <>
      <p>{t('draft.send.ready')}</p>
      {secret && <LinkActions address={parcelLink(locale, 'draft', secret)} title={t('draft.send.shared')} />}
      {time && <p>{t('draft.send.limits', time)}</p>}
      <p role="status">{t(index?.opener ? 'draft.send.opening' : 'draft.send.waiting')}</p>
    </>
  );
}
