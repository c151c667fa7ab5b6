/** Beside the stage: what was sent, as a page and on paper, how one signs in, and whom to ask. */
import type { ApplicantRecord } from '../../domain/application/record.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { ContactBlock, type ContactWays } from '../ui/ContactBlock.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { PRINT_MARK } from '../ui/use-paper.ts';
import '../../styles/contact.css';
import { personRoute } from './change-place.ts';
import { DownloadCopy } from './DownloadCopy.tsx';
import styles from './Overview.module.css';
import { Withdraw } from './Withdraw.tsx';

interface HomeSideProps {
  record: ApplicantRecord;
  locale: Locale;
  ways: ContactWays;
}

export function HomeSide({ record: { id, email }, locale, ways }: HomeSideProps) {
  const t = textOf(locale, 'auth');
  const type = useClientStore($applicationType, null);
  const own = type ? localePath(locale, personRoute(type)) : null;
  const links = [
    ...(own ? [{ href: own, text: t('home.answers') }] : []),
    { href: localePath(locale, '/profile/status'), text: t('home.details') },
    ...(own ? [{ href: own + PRINT_MARK, text: t('home.paper') }] : []),
    { href: localePath(locale, '/profile/security'), text: t('home.signIn') },
  ];
  return (
    <div className={styles.side}>
      <nav className="card" aria-labelledby="home-links">
        <h2 className={styles.cardTitle} id="home-links">
          {t('home.yours')}
        </h2>
        <ul className={styles.links}>
          {links.map(({ href, text }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
        <DownloadCopy locale={locale} />
        <Withdraw locale={locale} />
      </nav>
      <aside className="card" aria-labelledby="home-contact">
        <h2 className={styles.cardTitle} id="home-contact">
          {t('home.ask')}
        </h2>
        <ContactBlock locale={locale} ways={ways} id={id} />
        {email && (
          <p className={styles.mails}>
            <span>{`${t('home.mails')} `}</span>
            <b translate="no">{email}</b>
          </p>
        )}
      </aside>
    </div>
  );
}
