/** On the overview: moves the draft with its files to another device. */
import { useStore } from '@nanostores/react';
import type { StoreValue } from 'nanostores';
import { writtenDay, writtenTime } from '../../domain/i18n/dates.ts';
import { parcelLink } from '../../domain/parcel/link-address.ts';
import { pageText } from '../../stores/page-text.ts';
import { draftSender } from '../../stores/parcel/draft-sender.ts';
import { Button } from '../ui/Button.tsx';
import { useLocale, useText } from '../ui/hooks.ts';
import { LinkActions, LinkDisclosure } from './LinkActions.tsx';
import { LinkState } from './LinkState.tsx';

type SendingDraft = StoreValue<typeof draftSender.$view>;

export function DraftSender() {
  const t = useText('parcel');
  const sending = useStore(draftSender.$view);
  return (
    <LinkDisclosure id="draft-sender" title={t('draft.send.title')} isActive={sending.phase !== 'idle'}>
      <Sending sending={sending} />
    </LinkDisclosure>
  );
}

function Sending({ sending }: { sending: SendingDraft }) {
  const t = useText('parcel');
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
  switch (sending.phase) {
    case 'waiting':
      return (
        <>
          <Link sending={sending} />
          {cancel}
        </>
      );
    case 'idle':
      return (
        <>
          <p>{t('draft.send.text')}</p>
          {start}
        </>
      );
    case 'sending':
    case 'stopped':
      return <LinkState side="draft.send" view={sending} onRetry={onRetry} action={cancel} />;
    case 'closeFailed':
      return <LinkState side="draft.send" view={sending} onRetry={onRetry} />;
    default:
      return <LinkState side="draft.send" view={sending} action={start} />;
  }
}

const onRetry = () => void draftSender.retry();

function Link({ sending: { secret, endsAt } }: { sending: SendingDraft }) {
  const locale = useLocale();
  const t = useText('parcel');
  const time = endsAt && { day: writtenDay(endsAt, pageText(locale, 'forms').find), time: writtenTime(endsAt) };
  return (
    <>
      <p>{t('draft.send.ready')}</p>
      {secret && (
        <LinkActions address={parcelLink(location.origin, locale, 'draft', secret)} title={t('draft.send.shared')} />
      )}
      {time && <p>{t('draft.send.limits', time)}</p>}
      <p role="status">{t('draft.send.waiting')}</p>
    </>
  );
}
