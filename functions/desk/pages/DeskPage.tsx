/** The layout of every page: header with navigation, search and languages; footer with the officer and the help page. */
import { Fragment, type ReactNode } from 'react';
import { refusalName } from '../../../src/content/refusals.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { ROLES } from '../../office/officer.ts';
import { formText } from '../request/office.ts';
import { applicationPath, withQuery } from './paths.ts';
import { ButtonLink, DeskNotice, Submit, useOffice, VisuallyHidden } from './ui.tsx';

const LANGUAGES = { ru: 'Русский', en: 'English' } as const;
const SECTIONS = ['queue', 'messages', 'mails', 'statistics', 'log', 'templates', 'reads'] as const;

/** The result of an action: its redirect names it, and the page shows the text `done.<name>`. */
const DONE =
  /[?&]done=(decided|undone|hurried|dismissed|noted|assigned|released|handed|anonymised|declined|resent|saved|answered|closed|written)\b/;

interface PageProps {
  title: string;
  section?: (typeof SECTIONS)[number] | undefined;
  /** Link to the parent page. */
  back?: { to: string; name: string };
  /** Replaces the `h1` with the title; null for none. */
  heading?: ReactNode;
  lead?: string;
  hasScans?: boolean;
  isWide?: boolean;
  /** Id of the page's form: changing the language submits it, so that what was typed stays. */
  form?: string | undefined;
  /** Controls of the form whose values stay in it; other typed values are shown for copying. */
  areas?: readonly string[];
  /** The words of a search. */
  search?: string;
  /** What the skip link leads to. */
  skipTo?: string;
  children?: ReactNode;
}

export function DeskPage({ title, section, back, heading, lead, hasScans, isWide, children, ...rest }: PageProps) {
  const { t, locale, path, by, settings, clock, now, may, refusals, form: typed } = useOffice();
  const roles = ROLES.filter(may).map((role) => t(`roles.${role}`));
  const done = DONE.exec(path)?.[1];
  const result = done && t(`done.${done}`);
  const shownTitle = [refusals.length > 0 ? `${t('errorTitle')}:` : result, title].filter(Boolean).join(' ');
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${shownTitle} · ${t('product')}`}</title>
        <link rel="icon" href="data:," />
        <link rel="preload" href="/assets/golos-text.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href="/assets/desk.css" />
        <script type="module" src="/assets/typed.js" />
        {hasScans && <script type="module" src="/assets/scans.js" />}
      </head>
      <body data-officer={by} data-done={done} data-typed={typed ? '' : undefined}>
        <Header section={section} {...rest} />
        <main id="main" tabIndex={-1} className={isWide ? 'stack main main--wide' : 'stack main'}>
          <Refusals />
          <Written {...rest} />
          {result && <DeskNotice tone="success" title={result} isResult />}
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
            {t('signedIn', { email: by })} <span className="soft">{roles.join(', ')}</span>
          </p>
          <p className="soft">{t('zone', { zone: clock.zoneAt(now) })}</p>
          <a href="/help">{t('help.title')}</a>
          <a href={`${settings.issuer}/cdn-cgi/access/logout`}>{t('signOut')}</a>
        </footer>
      </body>
    </html>
  );
}

/** Why the form was not accepted; a reason that concerns a control links to it. */
function Refusals() {
  const { t, locale, refusals } = useOffice();
  const [other] = refusals.filter(({ values }) => values.field === undefined);
  if (other) return <DeskNotice tone="error" title={other.textIn(locale)} isResult />;
  if (refusals.length === 0) return null;
  return (
    <DeskNotice tone="error" title={t('decide.wrong')} isResult>
      {refusals.map((refusal) => (
        <p key={refusal.code}>
          <a href={`#${refusal.values.field}`}>{refusal.textIn(locale)}</a>
        </p>
      ))}
    </DeskNotice>
  );
}

const AREAS = ['note', 'text', 'message', ...LOCALES];

/** What an officer typed into controls that the page lacks, for copying; changing the language keeps it. */
function Written({ form: id, areas = [] }: Pick<PageProps, 'form' | 'areas'>) {
  const { t, form, locale } = useOffice();
  const typed = [...AREAS, 'reason'].flatMap((name) => {
    const text = areas.includes(name) ? '' : formText(form, name);
    return text === '' ? [] : { name, text };
  });
  if (typed.length === 0) return null;
  return (
    <>
      <h2>{t('conflict.written')}</h2>
      {typed.map(({ name, text }) => (
        <Fragment key={name}>
          <p className="written">{name === 'reason' ? `${t('decide.reason')}: ${refusalName(text, locale)}` : text}</p>
          {id && <input type="hidden" name={name} value={text} form={id} />}
        </Fragment>
      ))}
    </>
  );
}

/** The page of a refusal, or of an action without another page. @param id the application to link to */
export function OutcomePage({ title, text, id }: { title: string; text?: string; id?: string | undefined }) {
  const { t } = useOffice();
  return (
    <DeskPage title={title}>
      {text && <DeskNotice tone="error" title={text} />}
      <p>
        <ButtonLink to={id ? applicationPath(id) : '/'} text={t(id ? 'conflict.look' : 'toQueue')} look="quiet" />
      </p>
    </DeskPage>
  );
}

function Header({
  section,
  form,
  search = '',
  skipTo = 'main',
}: Pick<PageProps, 'section' | 'form' | 'search' | 'skipTo'>) {
  const { t, may } = useOffice();
  const find = { id: 'find', name: 'text', type: 'search', placeholder: t('find.hint'), maxLength: 200 };
  return (
    <header className="row top">
      <a className="skip-link" href={`#${skipTo}`}>
        {t('skip')}
      </a>
      <nav className="row links" aria-label={t('places.label')}>
        {SECTIONS.filter((one) => one !== 'reads' || may('audit')).map((one) => (
          <a key={one} href={one === 'queue' ? '/' : `/${one}`} aria-current={one === section ? 'page' : undefined}>
            {t(`places.${one}`)}
          </a>
        ))}
      </nav>
      <form className="row find" method="post" action="/search">
        <input {...find} className="control" aria-label={t('find.label')} defaultValue={search} />
        <Submit label={t('find.button')} look="quiet" />
      </form>
      <Languages form={form} />
    </header>
  );
}

/** Links to this page in each language; a page with a form submits it, so that what was typed stays. */
function Languages({ form }: Pick<PageProps, 'form'>) {
  const { locale, path, t } = useOffice();
  return (
    <nav className="row links" aria-label={t('language')}>
      {LOCALES.map((one) => {
        const to = withQuery(path, 'lng', one);
        const current = { lang: one, 'aria-current': one === locale || undefined };
        const name = (
          <>
            {one.toUpperCase()}
            <VisuallyHidden text={LANGUAGES[one]} />
          </>
        );
        if (!form)
          return (
            <a key={one} href={to} hrefLang={one} {...current}>
              {name}
            </a>
          );
        const submit = { type: 'submit', form, formAction: to, formNoValidate: true, name: 'lng', value: one } as const;
        return (
          <button key={one} className="link" {...submit} {...current}>
            {name}
          </button>
        );
      })}
    </nav>
  );
}
