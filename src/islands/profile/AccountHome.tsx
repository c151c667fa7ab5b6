/** The account's home: the application's progress and due date, next actions, contacts. */
import { type ComponentProps, useEffect, useRef } from 'react';
import { VISA_ROUTE, type Visa, visaCalendar, visaRoute } from '../../domain/application/issued-visa.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { type PlannedStage, stagePlan } from '../../domain/application/stage-plan.ts';
import { expectedBy, isStatus, mailsSteps, type StatusEntry } from '../../domain/application/status.ts';
import { visaFacts } from '../../domain/application/visa.ts';
import { visaWords } from '../../domain/application/visa-words.ts';
import { datePatternsOf, formatDate, formatInstant } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { dateInUzbekistan } from '../../domain/input/uzbekistan.ts';
import { $news, updateNews } from '../../stores/account/last-visit.ts';
import {
  $applicationType,
  $currentStatus,
  $record,
  $recordReadAt,
  $statusHistory,
} from '../../stores/account/record.ts';
import { $receiptResult } from '../../stores/application/submitted.ts';
import { ports } from '../../stores/browser/ports.ts';
import { pageText } from '../../stores/page-text.ts';
import type { ContactWays } from '../ui/ContactBlock.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { HandOverButton } from '../ui/HandOverButton.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { StatusText } from '../ui/Loading.tsx';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { LinkedText } from '../ui/Texts.tsx';
import { Timeline, type TimelineItem } from '../ui/Timeline.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { PRINT_HASH } from '../ui/use-paper.ts';
import { VisaDocument } from '../ui/VisaDocument.tsx';
import { ChangeLink, ReviewerNote } from './ChangeRequest.tsx';
import { HomeSide } from './HomeSide.tsx';
import styles from './Overview.module.css';
import { RecordFrame, RefreshButton } from './RecordFrame.tsx';
import { describeStage, stageTitle, useCurrentStatus, useHistory, usualTime } from './stage-words.ts';
import '../../styles/visa.css';
import '../../styles/visa-layouts.css';

export const AccountHome = withErrorBoundary(AccountHomeIsland);

interface AccountHomeProps extends Pick<VisaCardProps, 'notes'> {
  ways: ContactWays;
}

const lazyReceipt = lazyModule(async () => (await import('./ReceiptNotice.tsx')).loadReceiptNotice());

/** Shown here only in print. */
const lazyHistory = lazyModule(() => import('./StatusHistory.tsx'));

function AccountHomeIsland({ notes, ways }: AccountHomeProps) {
  const t = useText('auth');
  const isLoaded = useClientStore($record) !== null;
  const receipt = useClientStore($receiptResult);
  const history = lazyHistory.use();
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
                {history && (
                  <section className="card print-only">
                    <h2 className={styles.cardTitle}>{t('status.history')}</h2>
                    <history.StatusList />
                  </section>
                )}
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
  const history = useClientStore($statusHistory);
  const news = useClientStore($news);

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
        {news.entries.map((entry) => (
          <li key={`${entry.created_at} ${entry.status_type}`}>
            <b>{stageTitle(entry, locale)}</b>
            <span>, </span>
            <time dateTime={entry.created_at}>{formatInstant(entry.created_at, locale)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STAGE_TITLE = 'stage-title';

interface StageProps {
  record: ApplicantRecord;
}

function HomeStage({ record }: StageProps) {
  const locale = useLocale();
  const t = useText('auth');
  const entry = useCurrentStatus();
  const today = dateInUzbekistan(new Date(ports.now()));
  const { title, text, next, tone } = entry
    ? describeStage(entry, { visa: record.visa, today, locale })
    : { title: t('home.emptyTitle'), text: t('home.emptyText'), next: null, tone: 'info' };
  return (
    <section className={styles.stage} data-tone={tone} aria-labelledby={STAGE_TITLE}>
      <Identity record={record} />
      <h1 className={`profile-title ${styles.title}`} id={STAGE_TITLE} tabIndex={-1}>
        {title}
      </h1>
      {text && (
        <p className={styles.text}>
          <LinkedText text={text} />
        </p>
      )}
      {next && (
        <p className={styles.text}>
          <LinkedText text={next} />
        </p>
      )}
      {entry && <ExpectedAnswer entry={entry} record={record} />}
      {entry && <ReviewerNote entry={entry} />}
      {entry && <ChangeLink entry={entry} />}
    </section>
  );
}

function Identity({ record: { id } }: Pick<StageProps, 'record'>) {
  const t = useText('auth');
  const type = useClientStore($applicationType);
  return (
    <p className={styles.identity}>
      <span>{type ? t(`home.application.${type}`) : t('home.reference')}</span>
      {id && <CopyableNumber id={id} />}
    </p>
  );
}

function ExpectedAnswer({ entry, record }: StageProps & { entry: StatusEntry }) {
  const locale = useLocale();
  const t = useText('auth');
  const due = expectedBy(entry.status_type, entry.created_at);
  if (!due) return null;
  const date = formatDate(due, locale);
  const isLate = due < dateInUzbekistan(new Date(ports.now()));
  if (!isLate)
    return <p className={styles.text}>{t(mailsSteps(record) ? 'home.answer' : 'home.answerBy', { date })}</p>;
  return (
    <p className={styles.text}>
      <b>{`${t('home.late', { date })}. `}</b>
      <LinkedText text={t('home.lateText')} />
    </p>
  );
}

/** The stages ahead, with the day on which each is expected; the status page has those before. */
function StagePlan() {
  const locale = useLocale();
  const t = useText('auth');
  const history = useHistory();
  const today = dateInUzbekistan(new Date(ports.now()));
  const plan = stagePlan(history, today).filter(({ state }) => state === 'next');
  if (plan.length === 0) return null;
  return (
    <section className="card" aria-labelledby="plan-title">
      <h2 className={styles.cardTitle} id="plan-title">
        {t('home.plan')}
      </h2>
      <Timeline items={plan.map((stage) => planItem(stage, { today, locale }))} />
    </section>
  );
}

function planItem({ status, due }: PlannedStage, { today, locale }: { today: string; locale: Locale }): TimelineItem {
  const t = pageText(locale, 'auth');
  return {
    key: status,
    title: isStatus(status) ? t(`stages.${status}.ahead`) : stageTitle({ status_type: status }, locale),
    date: due
      ? t(due < today ? 'home.late' : 'home.by', { date: formatDate(due, locale) })
      : (usualTime(status, locale) ?? undefined),
    ...(due && { dateTime: due }),
    state: 'next',
    stateLabel: t('status.next'),
  };
}

function CopyableNumber({ id }: { id: string }) {
  const t = useText('auth');
  const number = useRef<HTMLElement>(null);
  const { result, copy } = useCopy(number);
  return (
    <>
      <b translate="no" ref={number}>
        {id}
      </b>
      <button type="button" className="text-button no-print" onClick={copy}>
        {t('home.copy')}
      </button>
      <StatusText>
        {result && <span key={result.press}>{t(result.isCopied ? 'home.copied' : 'home.notCopied')}</span>}
      </StatusText>
    </>
  );
}

/** The encoder is loaded only for applicants who have a visa. */
const lazyQr = lazyModule(() => import('../../domain/application/visa-qr.ts'));

interface VisaCardProps {
  record: ApplicantRecord;
  visa: Visa;
  notes: ComponentProps<typeof VisaDocument>['notes'];
}

function VisaCard({ record, visa, notes }: VisaCardProps) {
  const locale = useLocale();
  const t = useText('auth');
  const page = localePath(locale, visaRoute(visa.code));
  const calendarWords = { begins: t('visa.begins'), ends: t('visa.ends') };
  const calendar = visaCalendar(visa, calendarWords, location.origin + page, ports.now());
  const months = datePatternsOf(pageText(locale, 'forms').find);
  const { name = '', surname = '', application_type = '' } = record;
  const status = useClientStore($currentStatus) ?? '';
  // Behind an unknown status there is a visa only once one is issued.
  const status_type = isStatus(status) ? status : 'visa_issued';
  const shown = { ...visa, name, surname, application_type, status_type };
  const readAt = useClientStore($recordReadAt);
  const facts = visaFacts(shown, new Date(readAt ?? ports.now()), visaWords(pageText(locale, 'employee').find, months));
  return (
    <section className="visa-card" aria-label={t('visa.title')}>
      <VisaDocument
        locale={locale}
        facts={facts}
        notes={notes}
        entry={pageText(locale, 'employee')('qr.entry', { address: location.host + VISA_ROUTE })}
        qr={<Qr address={location.origin + visaRoute(visa.code)} />}
        tools={
          <div className="button-row no-print">
            <a className="button" href={page}>
              <span className="button__text">{t('visa.open')}</span>
            </a>
            <a className="button button--quiet" href={page + PRINT_HASH}>
              <span className="button__text">{t('visa.print')}</span>
            </a>
            <RefreshButton>{pageText(locale, 'employee')('again')}</RefreshButton>
            <HandOverButton
              kind="quiet"
              make={async () => new File([calendar], `visa-${visa.code}.ics`, { type: 'text/calendar' })}
              wordsOf={(phase) => t(phase === 'started' ? 'home.archive.started' : 'visa.calendarFailed')}
            >
              {t('visa.calendar')}
            </HandOverButton>
          </div>
        }
      />
    </section>
  );
}

/** The URL without a language: visitors who scan the code get the page in their own. */
function Qr({ address }: { address: string }) {
  const t = useText('employee');
  const { size, path } = lazyQr.use()?.qrPath(address) ?? { size: 41, path: '' };
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qr.alt', { address })}>
      <path d={path} />
    </svg>
  );
}
