/** The items of the side menu (specification §2). */

import { DEFAULT_TYPE } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType, $record } from '../../stores/account/record.ts';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { PERSON_ROUTE, personRoute } from './change-place.ts';
import styles from './MenuLinks.module.css';
import { useSignOut } from './SessionDialogs.tsx';

interface MenuLinksProps {
  /** The page's route without language. */
  route: string;
  /** The legal document for questions. */
  questions: string;
  onFollow: () => void;
}

/** Drawn in the page (pages/[locale]/profile/_ProfilePage.astro). */
function Icon({ name }: { name: string }) {
  return (
    <svg className={styles.icon} width="24" height="24" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** The account's pages: their names in the texts, and the shared properties of their links. */
function usePages(locale: Locale, route: string) {
  const record = useClientStore($record, null);
  const type = useClientStore($applicationType, null);
  const pages = [
    { name: 'home', to: '/profile' },
    { name: 'status', to: '/profile/status' },
    // Specification §2: specialist if the record has no type.
    { name: 'person', to: record && personRoute(type ?? DEFAULT_TYPE) },
    { name: 'security', to: '/profile/security' },
  ] as const;
  return pages
    .filter(({ to }) => to !== null || record === null)
    .map(({ name, to }) => {
      const current = route === to || (name === 'person' && route.startsWith(PERSON_ROUTE));
      const state = { 'aria-current': current ? ('page' as const) : undefined };
      // Until the record has the type, a link without URL reserves the space: nothing shifts.
      if (to === null) return { name, state: { ...state, role: 'link', 'aria-disabled': true } };
      return { name, href: localePath(locale, to), state };
    });
}

export function MenuLinks({ route, questions, onFollow }: MenuLinksProps) {
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
      <ul className={styles.links}>
        {items.slice(0, -1)}
        <li>
          <a href={questions} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
            <Icon name="questions" />
            <span>
              <span>{`${t('menu.questions')} `}</span>
              <span className={styles.note}>{t('menu.newTab')}</span>
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
