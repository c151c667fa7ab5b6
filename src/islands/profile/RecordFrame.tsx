/**
 * The frame of pages that show the record: loading, loaded, outdated or missing. A loaded record stays, whatever the next request
 * returns.
 */
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { formatInstant, writtenTime } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $applicationType, $record, $recordReadAt } from '../../stores/account/record.ts';
import { $needsSignIn, $recordLoad, refreshRecord, signOut } from '../../stores/account/session.ts';
import type { CallRefusal } from '../../stores/api/request.ts';
import { ports } from '../../stores/browser/ports.ts';
import { Button } from '../ui/Button.tsx';
import type { Elements } from '../ui/elements.ts';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { LoadingBlock } from '../ui/Loading.tsx';
import { Notice, RequestReference } from '../ui/Notice.tsx';
import { ReloadedNotice } from '../ui/ReloadedNotice.tsx';
import { LinkedText } from '../ui/Texts.tsx';
import { usePrintTitle } from '../ui/use-paper.ts';
import { SignInButton } from './SignInButton.tsx';

interface RecordFrameProps {
  /** The page's own refresh button, above the error so that it does not move; by default the error has one. */
  refresh?: Elements;
  /** Shown below, after the request: before, it would be moved. */
  after?: Elements;
  children: (record: ApplicantRecord) => Elements;
}

export function RecordFrame({ refresh, after, children }: RecordFrameProps) {
  const t = useText('auth');
  const record = useClientStore($record);
  const type = useClientStore($applicationType);
  const { refusal } = useClientStore($recordLoad);

  const signInToRefresh = useClientStore($needsSignIn);
  usePrintTitle(record && t('person.fileName', { id: record.id }));

  if (!record && !refusal) return <LoadingBlock label={t('data.loading')} lines={5} />;
  if (refusal?.code === 'not_found') {
    return (
      <>
        <Notice
          tone="warning"
          title={t('data.absentTitle')}
          action={<Button onClick={() => void signOut()}>{t('data.absentAction')}</Button>}
          text={t('data.absentText')}
        />
        {after}
      </>
    );
  }
  return (
    <>
      <ReloadedNotice />
      {record && refresh}
      {refusal && (
        <Notice
          tone={record ? 'warning' : 'error'}
          title={t(isOffline(refusal) ? 'data.offlineTitle' : 'data.failedTitle')}
          action={!(record && refresh) && <RefreshButton>{t('data.again')}</RefreshButton>}
        >
          <RefusalText refusal={refusal} hasRecord={record !== null} />
        </Notice>
      )}
      {record && signInToRefresh && <SignInForNews />}
      {record && !type && (
        <Notice tone="warning" title={t('person.unknownType')}>
          <p>
            <LinkedText
              text={t(record.id ? 'person.unknownTypeText' : 'person.unknownTypeNoNumber', { id: record.id })}
            />
          </p>
        </Notice>
      )}
      {record && children(record)}
      {after}
    </>
  );
}

export function RefreshButton({ children }: { children: string }) {
  const locale = useLocale();
  const t = useText('auth');
  const { busy } = useClientStore($recordLoad);
  return (
    <Button kind="quiet" busy={busy} busyLabel={t('data.refreshing')} onClick={() => void refreshRecord(locale)}>
      {children}
    </Button>
  );
}

/** For a refresh that needs a sign-in, without a password in this page's memory. */
function SignInForNews() {
  const locale = useLocale();
  const t = useText('auth');
  const readAt = useClientStore($recordReadAt);
  return (
    <Notice
      tone="info"
      title={t('data.signInTitle')}
      action={<SignInButton />}
      text={t(readAt === null ? 'data.signInText' : 'data.signInKept', { when: readTimeText(readAt ?? 0, locale) })}
    />
  );
}

/** When the host returned the record; with the date, unless that was today. @param at milliseconds since the epoch */
export function readTimeText(at: number, locale: Locale): string {
  const isToday = new Date(at).toDateString() === new Date(ports.now()).toDateString();
  const iso = new Date(at).toISOString();
  return isToday ? writtenTime(iso) : formatInstant(iso, locale);
}

const isOffline = ({ code }: CallRefusal) => code === 'offline';

function RefusalText({ refusal, hasRecord }: { refusal: CallRefusal; hasRecord: boolean }) {
  const locale = useLocale();
  const t = useText('auth');
  const readAt = useClientStore($recordReadAt);
  const offline = isOffline(refusal);
  const when = readAt === null ? '' : readTimeText(readAt, locale);
  const stale = t(offline ? 'data.offlineKept' : 'data.failedKept', { when });
  return (
    <>
      <p>
        <LinkedText text={hasRecord ? stale : t(offline ? 'data.offlineNone' : 'data.failedNone')} />
      </p>
      {refusal.requestId && !offline && <RequestReference text={t('data.reference', { id: refusal.requestId })} />}
    </>
  );
}
