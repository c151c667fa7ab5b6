/** The account's home: the current stage, news since the last visit, and cards that link to the other pages. */

import { useEffect } from 'react';
import { formatInstant } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $news, seeHistory } from '../../stores/account/last-visit.ts';
import { $applicationType, $profile, $statusHistory } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { guarded } from '../ui/guarded.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { CurrentStage } from './CurrentStage.tsx';
import { personRoute } from './change-place.ts';
import styles from './Overview.module.css';
import { RecordFrame } from './RecordFrame.tsx';
import { stageTitle } from './stage-words.ts';
import { VisaCard } from './VisaCard.tsx';

export interface ProfilePageProps {
  locale: Locale;
  /** Support phone number. */
  phone: string;
}

export const Overview = guarded(OverviewIsland);

function OverviewIsland({ locale, phone }: ProfilePageProps) {
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
            {record.visa && <VisaCard visa={record.visa} locale={locale} phone={phone} />}
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
          <li key={created_at}>
            <b>{stageTitle(status_type, locale)}</b>,{' '}
            <time dateTime={created_at}>{formatInstant(created_at, locale)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
