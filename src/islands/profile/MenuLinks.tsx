/** The items of the side menu (specification §2). */
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType } from '../../stores/account/record.ts';
import { signOut } from '../../stores/account/session.ts';
import { textOf } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/use-client-store.ts';

export interface MenuLinksProps {
  locale: Locale;
  route: string;
  questions: string;
  onFollow: () => void;
}

/** Drawn for the menu, 24 × 24, one stroke. */
const ICONS = {
  home: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-5h4v5',
  status: 'M7 6.5h12M7 12h12M7 17.5h8M4 6.5h.01M4 12h.01M4 17.5h.01',
  person: 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM5 19.5c.8-3.3 3.6-5 7-5s6.2 1.7 7 5',
  questions:
    'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM9.8 9.8c.2-1.3 1-2 2.3-2 1.3 0 2.2.8 2.2 2 0 1.7-2.3 1.9-2.3 3.7M12 16.2h.01',
  security: 'M12 4l6.5 2.5v5c0 4-2.6 6.9-6.5 8.5-3.9-1.6-6.5-4.5-6.5-8.5v-5L12 4ZM9.3 12l2 2 3.6-3.9',
  exit: 'M10 5H6v14h4M14.5 8.5 18 12l-3.5 3.5M18 12h-8',
};

function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg className="menu-links__icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

export function MenuLinks({ locale, route, questions, onFollow }: MenuLinksProps) {
  const t = textOf(locale, 'auth');
  const type = useClientStore($applicationType, null);
  const pages = [
    { name: 'home', to: '/profile' },
    { name: 'status', to: '/profile/status' },
    { name: 'person', to: `/profile/application/${type ?? 'specialist'}` },
  ] as const;
  const pageLink = ({ name, to }: { name: keyof typeof ICONS; to: string }) => {
    const current = route === to || (name === 'person' && route.startsWith('/profile/application/'));
    return (
      <li key={name}>
        <a href={localePath(locale, to)} aria-current={current ? 'page' : undefined} onClick={onFollow}>
          <Icon name={name} />
          {t(`menu.${name}`)}
        </a>
      </li>
    );
  };
  return (
    <nav aria-label={t('menu.label')}>
      <ul className="menu-links">
        {pages.map(pageLink)}
        <li>
          <a href={questions} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
            <Icon name="questions" />
            <span>
              {t('menu.questions')} <span className="menu-links__note">{t('menu.newTab')}</span>
            </span>
          </a>
        </li>
        {pageLink({ name: 'security', to: '/profile/security' })}
        <li>
          <button type="button" onClick={() => void signOut()}>
            <Icon name="exit" />
            {t('menu.exit')}
          </button>
        </li>
      </ul>
    </nav>
  );
}
