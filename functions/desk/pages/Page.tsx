/** The layout of every page: header with navigation, search and languages; footer with the officer. */
import type { ReactNode } from 'react';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { ROLES } from '../request/settings.ts';
import { queryOf } from './paths.ts';
import { Notice, Submit, useOffice, VisuallyHidden } from './ui.tsx';

const LANGUAGES = { ru: 'Русский', en: 'English' } as const;
const SECTIONS = ['queue', 'messages', 'mails', 'statistics', 'log', 'templates'] as const;
/** Values of `?done=`, which a form's redirect adds: the page shows the text `done.<value>`. */
const OUTCOMES = [
  ...['decided', 'undone', 'noted', 'assigned', 'released', 'anonymised', 'declined'],
  ...['resent', 'saved', 'answered', 'closed'],
];

interface PageProps {
  title: string;
  section?: (typeof SECTIONS)[number] | undefined;
  /** Link to the parent page. */
  back?: { to: string; name: string };
  /** Replaces the `h1` with the title; null for none. */
  heading?: ReactNode;
  lead?: string;
  /** The page has scans. */
  hasScans?: boolean;
  isWide?: boolean;
  children?: ReactNode;
}

export function Page({ title, section, back, heading, lead, hasScans, isWide, children }: PageProps) {
  const { t, locale, path, officer, settings, clock, now, may } = useOffice();
  const roles = ROLES.filter(may).map((role) => t(`roles.${role}`));
  const done = OUTCOMES.find((key) => key === queryOf(path).get('done'));
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${t('product')}`}</title>
        <link rel="icon" href="data:," />
        <link rel="preload" href="/assets/golos-text.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href="/assets/desk.css" />
        {hasScans && <script type="module" src="/assets/scans.js" />}
      </head>
      <body>
        <Header section={section} />
        <main id="main" tabIndex={-1} className={isWide ? 'stack main main--wide' : 'stack main'}>
          {done && <Notice tone="success" title={t(`done.${done}`)} />}
          {back && (
            <p>
              <a href={back.to}>{t('back', { name: back.name })}</a>
            </p>
          )}
          {heading === undefined ? <h1>{title}</h1> : heading}
          {lead && <p className="lead">{lead}</p>}
          {children}
        </main>
        <footer className="row links foot">
          <p>
            {t('signedIn', { email: officer.email })} <span className="soft">{roles.join(', ')}</span>
          </p>
          <p className="soft">{t('zone', { zone: clock.zoneAt(now) })}</p>
          <a href={`${settings.issuer}/cdn-cgi/access/logout`}>{t('signOut')}</a>
        </footer>
      </body>
    </html>
  );
}

function Header({ section }: Pick<PageProps, 'section'>) {
  const { t } = useOffice();
  const search = { id: 'find', name: 'text', type: 'search', placeholder: t('find.hint'), maxLength: 200 };
  return (
    <header className="row top">
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <nav className="row links" aria-label={t('places.label')}>
        {SECTIONS.map((one) => (
          <a key={one} href={one === 'queue' ? '/' : `/${one}`} aria-current={one === section ? 'page' : undefined}>
            {t(`places.${one}`)}
          </a>
        ))}
      </nav>
      <form className="row find" method="post" action="/search">
        <input {...search} className="control" aria-label={t('find.label')} />
        <Submit label={t('find.button')} look="quiet" />
      </form>
      <Languages />
    </header>
  );
}

/** Links to this page in each language. */
function Languages() {
  const { locale, path, t } = useOffice();
  return (
    <nav className="row links" aria-label={t('language')}>
      {LOCALES.map((one) => {
        const query = queryOf(path);
        query.set('lng', one);
        const link = { href: `${path.split('?')[0]}?${query}`, lang: one, hrefLang: one };
        return (
          <a key={one} {...link} aria-current={one === locale || undefined}>
            <span aria-hidden="true">{one.toUpperCase()}</span>
            <VisuallyHidden text={LANGUAGES[one]} />
          </a>
        );
      })}
    </nav>
  );
}
