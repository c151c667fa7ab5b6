/** The account's menu: a drawer in a modal dialog. It persists across the account's pages, so it also guards them. */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { DEFAULT_TYPE } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { joinNames } from '../../domain/input/missing-answers.ts';
import { sessionGuard } from '../../stores/account/guard.ts';
import { $applicationType, $profile, $record, type Profile, renewPhotoLink } from '../../stores/account/record.ts';
import { fileHref } from '../../stores/api/file-links.ts';
import { cachePages, prefetchPages } from '../../stores/browser/page-cache.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useModal } from '../ui/focus.ts';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { EmailText, LinkedText } from '../ui/Texts.tsx';
import { PERSON_ROUTE, personRoute } from './change-place.ts';
import menuLinksStyles from './MenuLinks.module.css';
import { SessionExpiry, SignedOutOffline, useSignOut } from './SessionDialogs.tsx';
import styles from './SideMenu.module.css';

interface SideMenuProps {
  /** The page's route without language. */
  route: string;
  /** How to reach the support, for LinkedText. */
  support: string;
  /** The legal document for questions. */
  questions: string;
}

export const SideMenu = withErrorBoundary(SideMenuIsland);

function SideMenuIsland({ route, support, questions }: SideMenuProps) {
  const locale = useLocale();
  const t = useText('auth');
  const profile = useClientStore($profile);
  const [open, setOpen] = useState(false);
  const drawer = useRef<HTMLDialogElement>(null);

  useEffect(cachePages, []);
  useEffect(() => sessionGuard.start(locale), [locale]);
  useModal(drawer, open);
  useEffect(() => {
    // "Back" leaves a page as well. While the menu is open, the heading of the next page cannot take the focus.
    const leave = () => drawer.current?.close();
    document.addEventListener('astro:before-swap', leave);
    return () => document.removeEventListener('astro:before-swap', leave);
  }, []);
  useEffect(() => {
    const links = (open && drawer.current?.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) || [];
    prefetchPages([...links].map(({ pathname }) => pathname));
  }, [open]);

  const close = () => setOpen(false);
  // The sheet fills the dialog, so that a click on the dialog itself is a click on the overlay.
  const clickOverlay = (event: MouseEvent) => {
    if (event.target === drawer.current) close();
  };

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {profile ? <Portrait profile={profile} alt="" /> : <span className={styles.portrait} />}
        <span className={styles.lines} aria-hidden="true" />
        <span className={styles.word}>{t('menu.open')}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key; the platform gives it to the dialog. */}
      <dialog
        className={styles.drawer}
        ref={drawer}
        aria-label={t('menu.label')}
        onClose={close}
        onClick={clickOverlay}
      >
        <div className={styles.sheet}>
          <button type="button" className={styles.close} onClick={close}>
            <span className="visually-hidden">{t('menu.close')}</span>
          </button>
          {profile ? (
            <Person profile={profile} />
          ) : (
            <p className={`${styles.person} ${styles.nobody}`}>{t('menu.label')}</p>
          )}
          <MenuLinks route={route} questions={questions} onFollow={close} />
          <p className={styles.support}>
            <LinkedText text={support} />
          </p>
        </div>
      </dialog>
      <SessionExpiry />
      <SignedOutOffline />
    </>
  );
}

function Person({ profile }: { profile: Profile }) {
  const t = useText('auth');
  return (
    <div className={styles.person}>
      <Portrait profile={profile} alt={t('menu.photo')} />
      <div>
        <p className={styles.name} translate="no">
          {joinNames(profile.surname, profile.name)}
        </p>
        <p className={styles.email} translate="no">
          <EmailText email={profile.email} />
        </p>
      </div>
      {profile.id && (
        <p className={styles.number}>
          <span>{`${t('menu.number')} `}</span>
          <b translate="no">{profile.id}</b>
        </p>
      )}
    </div>
  );
}

/** The applicant's photo; the initials if there is none or its link has expired. */
function Portrait({ profile, alt }: { profile: Profile; alt: string }) {
  const src = fileHref(profile.personalPhoto);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (src && src !== brokenSrc) {
    const fail = () => {
      setBrokenSrc(src);
      renewPhotoLink(profile.personalPhoto ?? '');
    };
    return <img className={styles.portrait} src={src} alt={alt} width={72} height={72} onError={fail} />;
  }
  return (
    <span className={`${styles.portrait} ${styles.initials}`} aria-hidden="true">
      {initials(profile)}
    </span>
  );
}

function initials({ name, surname }: Profile): string {
  return [surname, name]
    .map((part) => [...joinNames(part)][0] ?? '')
    .join('')
    .toUpperCase();
}

interface MenuLinksProps {
  /** The page's route without language. */
  route: string;
  /** The legal document for questions. */
  questions: string;
  onFollow: () => void;
}

/** The drawing of an icon, which the page contains (pages/[locale]/profile/_ProfilePage.astro). */
function Icon({ name }: { name: string }) {
  return (
    <svg className={menuLinksStyles.icon} width="24" height="24" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

function usePages(locale: Locale, route: string) {
  const record = useClientStore($record);
  const type = useClientStore($applicationType);
  const pages = [
    { name: 'home', to: '/profile' },
    { name: 'status', to: '/profile/status' },
    // Without a type in the record, the page of specialists (requirements: applicant-types).
    { name: 'person', to: record && personRoute(type ?? DEFAULT_TYPE) },
    { name: 'security', to: '/profile/security' },
  ] as const;
  return pages
    .filter(({ to }) => to !== null || record === null)
    .map(({ name, to }) => {
      const current = route === to || (name === 'person' && route.startsWith(PERSON_ROUTE));
      const state = { 'aria-current': current ? ('page' as const) : undefined };
      // Until the type is known, a link without URL reserves the space, so that nothing moves.
      if (to === null) return { name, state: { ...state, role: 'link', 'aria-disabled': true } };
      return { name, href: localePath(locale, to), state };
    });
}

function MenuLinks({ route, questions, onFollow }: MenuLinksProps) {
  const locale = useLocale();
  const t = useText('auth');
  const { leave, question } = useSignOut(locale);
  const items = usePages(locale, route).map(({ name, href, state }) => (
    <li key={name}>
      <a href={href} {...state} onClick={onFollow}>
        <Icon name={name} />
        <span>{t(`menu.${name}`)}</span>
      </a>
    </li>
  ));
  return (
    <nav aria-label={t('menu.label')}>
      <ul className={menuLinksStyles.links}>
        {items.slice(0, -1)}
        <li>
          <a href={questions} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
            <Icon name="questions" />
            <span>
              <span>{`${t('menu.questions')} `}</span>
              <span className={menuLinksStyles.note}>{t('menu.newTab')}</span>
            </span>
          </a>
        </li>
        {items.slice(-1)}
        <li>
          <button
            type="button"
            onClick={() => {
              onFollow();
              void leave();
            }}
          >
            <Icon name="exit" />
            <span>{t('menu.exit')}</span>
          </button>
          {question}
        </li>
      </ul>
    </nav>
  );
}
