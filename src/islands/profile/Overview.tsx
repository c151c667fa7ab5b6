/** The account's home: what is happening and what comes next, in one look. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType, $profile } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { CurrentStage } from './CurrentStage.tsx';
import { RecordFrame } from './RecordFrame.tsx';
import { SinceLastVisit } from './SinceLastVisit.tsx';
import { VisaCard } from './VisaCard.tsx';

export interface ProfilePageProps {
  locale: Locale;
  /** Support phone number. */
  phone: string;
}

export const Overview = withErrorBoundary(OverviewIsland);

function OverviewIsland({ locale, phone }: ProfilePageProps) {
  const t = textOf(locale, 'auth');
  const profile = useClientStore($profile, null);
  const type = useClientStore($applicationType, null);
  const cards = [
    { to: '/profile/status', title: t('menu.status'), text: t('home.details') },
    { to: `/profile/application/${type ?? 'specialist'}`, title: t('menu.person'), text: t('home.personText') },
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
          <nav className="profile-cards" aria-label={t('home.cards')}>
            {cards.map(({ to, title, text }) => (
              <div className="card card--link" key={to}>
                <h2 className="profile-cards__title">
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
