/** The account's home: the current stage, news since the last visit, and cards that link to the other pages. */
import { type ReactNode, useEffect } from 'react';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { currentStatus, expectedBy, type StatusEntry, stageOf } from '../../domain/application/status.ts';
import { formatDate, formatInstant } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $news, seeHistory } from '../../stores/account/last-visit.ts';
import { $applicationType, $profile, $statusHistory } from '../../stores/account/record.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { ChangeLink, ReviewerNote } from './ChangeRequest.tsx';
import { personRoute } from './change-place.ts';
import styles from './Overview.module.css';
import { type ProfilePageProps, RecordFrame } from './RecordFrame.tsx';
import { actorName, stageNext, stageText, stageTitle, stageTone } from './stage-words.ts';
import { VisaCard, type VisaCardProps } from './VisaCard.tsx';

export const Overview = withErrorBoundary(OverviewIsland);

function OverviewIsland({ locale, phone, notes }: ProfilePageProps & Pick<VisaCardProps, 'notes'>) {
  const t = textOf(locale, 'auth');
  const profile = useClientStore($profile, null);
  const type = useClientStore($applicationType, null);
  const cards = [
    { to: '/profile/status', title: t('menu.status'), text: t('home.details') },
    ...(type ? [{ to: personRoute(type), title: t('menu.person'), text: t('home.personText') }] : []),
    { to: '/profile/security', title: t('menu.security'), text: t('home.securityText') },
  ];
  return (
    <>
      <h1 className="profile-title">
        {profile?.name ? t('home.hello', { name: profile.name }) : t('home.helloNoName')}
      </h1>
      <RecordFrame
        locale={locale}
        phone={phone}
        after={
          <nav className={styles.cards} aria-label={t('home.cards')}>
            {cards.map(({ to, title, text }) => (
              <div className="card card--link" key={to}>
                <h2 className={styles.cardTitle}>
                  <a href={localePath(locale, to)}>{title}</a>
                </h2>
                <p>{text}</p>
              </div>
            ))}
          </nav>
        }
      >
        {(record) => (
          <>
            <SinceLastVisit id={record.id} locale={locale} />
            {record.visa && <VisaCard record={record} visa={record.visa} locale={locale} notes={notes} />}
            <CurrentStage record={record} locale={locale} phone={phone} />
          </>
        )}
      </RecordFrame>
    </>
  );
}

/** What changed since the home page was last open on this device; nothing on the first visit. */
function SinceLastVisit({ id, locale }: { id: string; locale: Locale }) {
  const t = textOf(locale, 'auth');
  const history = useClientStore($statusHistory, null);
  const news = useClientStore($news, null);

  useEffect(() => {
    if (history) seeHistory(id, history);
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

const NOTHING: StatusEntry[] = [];

interface CurrentStageProps {
  record: ApplicantRecord;
  locale: Locale;
  phone: string;
}

/** The current stage: the status, who acts, when to expect an answer, what to do. */
function CurrentStage({ record, locale, phone }: CurrentStageProps) {
  const t = textOf(locale, 'auth');
  const type = useClientStore($applicationType, null);
  const entry = currentStatus(useClientStore($statusHistory, NOTHING));
  if (!entry) {
    return (
      <Notice tone="info" title={t('home.emptyTitle')}>
        <p>{t('home.emptyText')}</p>
      </Notice>
    );
  }
  const status = entry.status_type;
  const actor = actorName(status, locale);
  const meaning = stageText(status, locale, phone);
  const next = stageNext(status, locale, phone);
  const due = expectedBy(status, entry.created_at);
  const late = due !== null && due < new Date(ports.now()).toISOString().slice(0, 10);
  return (
    <section className={`${styles.stage} card`} data-tone={stageTone(status)} aria-labelledby="stage-title">
      <p className={styles.over}>{t('home.now')}</p>
      <h2 className={styles.title} id="stage-title">
        {stageTitle(status, locale)}
      </h2>
      {meaning && <p className={styles.text}>{meaning}</p>}
      <ReviewerNote entry={entry} locale={locale} />
      <ChangeLink entry={entry} locale={locale} />
      <dl className={styles.facts}>
        {actor && stageOf(status)?.phase !== 'done' && <Fact label={t('home.actor')}>{actor}</Fact>}
        {due && !late && (
          <Fact label={t('home.expected')}>{t('home.expectedBy', { date: formatDate(due, locale) })}</Fact>
        )}
        {entry.created_at && (
          <Fact label={t('home.since')}>{t('home.sinceDate', { date: formatDate(entry.created_at, locale) })}</Fact>
        )}
        {record.id && (
          <Fact label={t('home.reference')}>
            <span translate="no">{record.id}</span>
          </Fact>
        )}
        {type && <Fact label={t('home.type')}>{t(`types.${type}`)}</Fact>}
      </dl>
      {due && late && (
        <p className={styles.late}>
          <b>{`${t('home.late', { date: formatDate(due, locale) })}. `}</b>
          <span>{t('home.lateText', { phone })}</span>
        </p>
      )}
      {next && (
        <div className={styles.next}>
          <h3>{t('home.next')}</h3>
          <p>{next}</p>
        </div>
      )}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
