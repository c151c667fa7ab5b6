/** The frame of every page: head, navigation, language, officer. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import type { Office } from '../request/office.ts';
import { ROLES } from '../request/settings.ts';

const LANGUAGES = { ru: 'Русский', en: 'English' } as const;

type Place = 'queue' | 'messages' | 'mails' | 'statistics' | 'log' | 'templates' | 'none';
const PLACES: readonly { place: Place; path: string }[] = [
  { place: 'queue', path: '/' },
  { place: 'messages', path: '/messages' },
  { place: 'mails', path: '/mails' },
  { place: 'statistics', path: '/statistics' },
  { place: 'log', path: '/log' },
  { place: 'templates', path: '/templates' },
];

interface PageProps {
  office: Office;
  title: string;
  place?: Place;
  /** The page has scans. */
  scripted?: boolean;
  wide?: boolean;
  children: ReactNode;
}

export function Page({ office, title, place = 'none', scripted = false, wide = false, children }: PageProps) {
  const { t, locale, officer } = office;
  const own = ROLES.filter((role) => officer.roles.has(role)).map((role) => t(`roles.${role}`));
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
        {scripted && <script type="module" src="/assets/scans.js" />}
      </head>
      <body>
        <a className="skip" href="#main">
          {t('skip')}
        </a>
        <header className="top">
          <div className="top__row">
            <a className="brand" href="/">
              {t('product')}
            </a>
            <form className="find" method="post" action="/search">
              <label className="visually-hidden" htmlFor="find">
                {t('find.label')}
              </label>
              <input
                id="find"
                name="text"
                type="search"
                className="control"
                placeholder={t('find.hint')}
                maxLength={200}
              />
              <button type="submit" className="button button--quiet">
                {t('find.button')}
              </button>
            </form>
            <Languages office={office} />
          </div>
          <nav className="places" aria-label={t('places.label')}>
            {PLACES.map(({ place: one, path }) => (
              <a key={one} href={path} aria-current={one === place ? 'page' : undefined}>
                {t(`places.${one}`)}
              </a>
            ))}
          </nav>
        </header>
        <main id="main" tabIndex={-1} className={wide ? 'main main--wide' : 'main'}>
          {children}
        </main>
        <footer className="foot">
          <p>
            {t('signedIn', { email: officer.email })} <span className="soft">{own.join(', ')}</span>
          </p>
          <a href={`${office.settings.issuer}/cdn-cgi/access/logout`}>{t('signOut')}</a>
        </footer>
      </body>
    </html>
  );
}

/** The same page in each language; one that answers a form leads to the page of that form. */
function Languages({ office: { locale, path, t } }: { office: Office }) {
  const [route = '/', query = ''] = path.split('?');
  return (
    <nav className="languages" aria-label={t('language')}>
      {LOCALES.map((one) => {
        const parameters = new URLSearchParams(query);
        parameters.set('lng', one);
        return (
          <a
            key={one}
            href={`${route}?${parameters}`}
            lang={one}
            hrefLang={one}
            aria-current={one === locale || undefined}
          >
            <span aria-hidden="true">{one.toUpperCase()}</span>
            <span className="visually-hidden">{LANGUAGES[one]}</span>
          </a>
        );
      })}
    </nav>
  );
}

/** A page as HTML. */
export const htmlOf = (page: ReactNode) => `<!doctype html>${renderToStaticMarkup(page)}`;
