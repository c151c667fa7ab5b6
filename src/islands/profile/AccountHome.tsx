/** The account's home on one page: the application's progress and due date, next actions, contacts. */
import { useEffect } from 'react';
import { formatInstant } from '../../domain/i18n/dates.ts';
import { $news, updateNews } from '../../stores/account/last-visit.ts';
import { $record, $statusHistory } from '../../stores/account/record.ts';
import { $receiptResult } from '../../stores/application/submitted.ts';
import type { ContactWays } from '../ui/ContactBlock.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { HomeSide } from './HomeSide.tsx';
import { HomeStage, StagePlan } from './HomeStage.tsx';
import styles from './Overview.module.css';
import { RecordFrame } from './RecordFrame.tsx';
import { stageTitle } from './stage-words.ts';
import { VisaCard, type VisaCardProps } from './VisaCard.tsx';

export const AccountHome = withErrorBoundary(AccountHomeIsland);

export interface AccountHomeProps extends Pick<VisaCardProps, 'notes'> {
  ways: ContactWays;
}

const lazyReceipt = lazyModule(async () => (await import('./ReceiptNotice.tsx')).loadReceiptNotice());

function AccountHomeIsland({ notes, ways }: AccountHomeProps) {
  const t = useText('auth');
  const isLoaded = useClientStore($record, null) !== null;
  const receipt = useClientStore($receiptResult, null);
  return (
    <>
      {!isLoaded && <h1 className="profile-title">{t('home.title')}</h1>}
      <RecordFrame>
        {(record) => (
          <>
            <SinceLastVisit id={record.id} />
            <HomeStage record={record} />
            {receipt && <Lazy module={lazyReceipt}>{(ReceiptNotice) => <ReceiptNotice result={receipt} />}</Lazy>}
            <div className={styles.grid}>
              <div className={styles.main}>
                {record.visa && <VisaCard record={record} visa={record.visa} notes={notes} />}
                <StagePlan />
              </div>
              <HomeSide record={record} ways={ways} />
            </div>
          </>
        )}
      </RecordFrame>
    </>
  );
}

/** What changed since the home page was last open on this device; nothing on the first visit. */
function SinceLastVisit({ id }: { id: string }) {
  const locale = useLocale();
  const t = useText('auth');
  const history = useClientStore($statusHistory, null);
  const news = useClientStore($news, null);

  useEffect(() => {
    if (history) updateNews(id, history);
  }, [id, history]);

  if (news?.id !== id || news.entries === null) return null;
  if (news.entries.length === 0) return <p className={styles.since}>{t('home.sinceNothing')}</p>;
  return (
    <section className={styles.since} aria-labelledby="since-title">
      <h2 className={styles.sinceTitle} id="since-title">
        {t('home.sinceTitle')}
      </h2>
      <ul>
        {news.entries.map(({ status_type, created_at }) => (
          <li key={`${created_at} ${status_type}`}>
            <b>{stageTitle(status_type, locale)}</b>
            <span>, </span>
            <time dateTime={created_at}>{formatInstant(created_at, locale)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
