/** On the overview: takes the draft with its files to another device. */
import { useStore } from '@nanostores/react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import { textOf } from '../../stores/page-text.ts';
import { draftSender } from '../../stores/parcel/draft-sender.ts';
import { parcelLink } from '../../stores/parcel/link.ts';
import type { SendingDraft } from '../../stores/parcel/send-draft.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { KeptPrivate } from './KeptPrivate.tsx';
import { LinkActions } from './LinkActions.tsx';
import styles from './parcel.module.css';

interface Props {
  locale: Locale;
}

export function DraftSender({ locale }: Props) {
  const t = textOf(locale, 'parcel');
  const sending = useStore(draftSender.$sending);
  return (
    <section className={styles.section} aria-labelledby="draft-sender">
      <h2 id="draft-sender">{t('draft.send.title')}</h2>
      <Sending locale={locale} sending={sending} />
      <KeptPrivate locale={locale} />
    </section>
  );
}

function Sending({ locale, sending }: Props & { sending: SendingDraft }) {
  const t = textOf(locale, 'parcel');
  const { send, retry, cancel, reset } = draftSender;
  const again = (
    <Button kind="quiet" onClick={() => void send()}>
      {t('draft.send.start')}
    </Button>
  );
  const takeBack = (
    <Button kind="quiet" onClick={() => void cancel()}>
      {t('draft.send.cancel')}
    </Button>
  );
  const problem = sending.error && <p>{problemText(locale, sending.error)}</p>;
  const endsAt = sending.parcel?.endsAt();
  switch (sending.phase) {
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
          <p>{t('draft.send.sending', { percent: sending.percent })}</p>
          <ProgressBar percent={sending.percent} label={t('draft.send.progress')} />
          <div className={styles.actions}>{takeBack}</div>
        </>
      );
    case 'stopped':
      return (
        <Notice
          tone="error"
          title={t('draft.send.stopped', { percent: sending.percent })}
          action={
            <span className={styles.actions}>
              <Button onClick={() => void retry()}>{t('common.goOn')}</Button>
              {takeBack}
            </span>
          }
        >
          {problem}
        </Notice>
      );
    case 'closeFailed':
      return (
        <Notice
          tone="error"
          title={t('draft.send.uncancelled')}
          action={<Button onClick={() => void retry()}>{t('common.again')}</Button>}
        >
          {problem}
        </Notice>
      );
    case 'waiting':
      return (
        <>
          <p>{t('draft.send.ready')}</p>
          {sending.parcel && (
            <LinkActions
              locale={locale}
              address={parcelLink(locale, 'draft', sending.parcel.secret)}
              title={t('draft.send.shared')}
            />
          )}
          {endsAt && (
            <p>
              {t('draft.send.limits', {
                day: writtenDay(endsAt, textOf(locale, 'forms').find),
                time: writtenTime(endsAt),
              })}
            </p>
          )}
          <p role="status">{t(sending.index?.state === 'opening' ? 'draft.send.opening' : 'draft.send.waiting')}</p>
          {takeBack}
        </>
      );
    case 'arrived':
      return (
        <Notice
          tone="success"
          title={t('draft.send.arrived.title')}
          action={<Button onClick={() => void reset()}>{t('draft.send.arrived.goOn')}</Button>}
        >
          <p>{t('draft.send.arrived.text')}</p>
        </Notice>
      );
    case 'empty':
    case 'cancelled':
    case 'ended':
      return (
        <Notice tone="info" title={t(`draft.send.${sending.phase}.title`)} action={again}>
          <p>{t(`draft.send.${sending.phase}.text`)}</p>
        </Notice>
      );
    default:
      return null;
  }
}
