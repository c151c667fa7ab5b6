/** The items of the side menu (specification §2). */
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/use-client-store.ts';
import { useLeaving } from './Leaving.tsx';

export interface MenuLinksProps {
  locale: Locale;
  route: string;
  questions: string;
  onFollow: () => void;
}

/** Drawn in the page (pages/[locale]/profile/_ProfilePage.astro). */
function Icon({ name }: { name: string }) {
  return (
    <svg className="menu-links__icon" width="24" height="24" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** The pages of the account, of which the first three stand before the questions in the menu. */
function usePages(locale: Locale, route: string) {
  const type = useClientStore($applicationType, null);
  const person = '/profile/application/';
  return [
    ['home', '/profile'],
    ['status', '/profile/status'],
    ['person', person + (type ?? 'specialist')],
    ['security', '/profile/security'],
  ].map(([name = '', to = '']) => ({
    name,
    href: localePath(locale, to),
    current: route === to || (name === 'person' && route.startsWith(person)) ? ('page' as const) : undefined,
  }));
}

/** The pages of the account as links under the header, where there is room. */
export function SectionLinks({ locale, route }: { locale: Locale; route: string }) {
  const t = textOf(locale, 'auth');
  return (
    <nav className="section-links" aria-label={t('menu.sections')}>
      {usePages(locale, route).map(({ name, href, current }) => (
        <a key={name} href={href} aria-current={current}>
          {t(`menu.${name}`)}
        </a>
      ))}
    </nav>
  );
}

export function MenuLinks({ locale, route, questions, onFollow }: MenuLinksProps) {
  const t = textOf(locale, 'auth');
  const pages = usePages(locale, route);
  const { leave, question } = useLeaving(locale);
  const pageLink = ({ name, href, current }: ReturnType<typeof usePages>[number]) => (
    <li key={name}>
      <a href={href} aria-current={current} onClick={onFollow}>
        <Icon name={name} />
        {t(`menu.${name}`)}
      </a>
    </li>
  );
  return (
    <nav aria-label={t('menu.label')}>
      <ul className="menu-links">
        {pages.slice(0, 3).map(pageLink)}
        <li>
          <a href={questions} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
            <Icon name="questions" />
            <span>
              {t('menu.questions')} <span className="menu-links__note">{t('menu.newTab')}</span>
            </span>
          </a>
        </li>
        {pages.slice(3).map(pageLink)}
        <li>
          <button
            type="button"
            onClick={() => {
              onFollow();
              void leave();
            }}
          >
            <Icon name="exit" />
            {t('menu.exit')}
          </button>
          {question}
        </li>
      </ul>
    </nav>
  );
}
