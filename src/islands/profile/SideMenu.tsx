/**
 * The menu of the account: a drawer that the platform's modal dialog keeps the focus in and gives it back from. It is on
 * every profile page and lives on from one to the next, so it is also the one that guards them.
 */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { guardPage } from '../../stores/account/guard.ts';
import { $profile } from '../../stores/account/record.ts';
import { fetchPages, keepPages } from '../../stores/browser/page-cache.ts';
import { textOf } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { LeftOffline } from './LeftOffline.tsx';
import { MenuLinks, SectionLinks } from './MenuLinks.tsx';
import { Portrait } from './Portrait.tsx';
import { SessionEnd } from './SessionEnd.tsx';

export interface SideMenuProps {
  locale: Locale;
  /** The page's route without language. */
  route: string;
  /** Support phone number. */
  phone: string;
  /** The legal document that answers questions. */
  questions: string;
}

export const SideMenu = withErrorBoundary(SideMenuIsland);

function SideMenuIsland({ locale, route, phone, questions }: SideMenuProps) {
  const t = textOf(locale, 'auth');
  const profile = useClientStore($profile, null);
  const [open, setOpen] = useState(false);
  const drawer = useRef<HTMLDialogElement>(null);

  useEffect(keepPages, []);
  useEffect(() => guardPage(locale), [locale]);
  useEffect(() => {
    if (open) {
      drawer.current?.showModal();
      const links = drawer.current?.querySelectorAll<HTMLAnchorElement>('a[href^="/"]') ?? [];
      fetchPages([...links].map(({ pathname }) => pathname));
    } else drawer.current?.close();
  }, [open]);

  const close = () => setOpen(false);
  // The dialog fills itself with its sheet, so a press on the dialog itself is one on the overlay.
  const pressOverlay = (event: MouseEvent) => {
    if (event.target === drawer.current) close();
  };

  return (
    <>
      <SectionLinks locale={locale} route={route} />
      <button
        type="button"
        className="account-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {profile ? <Portrait profile={profile} alt="" /> : <span className="portrait portrait--empty" />}
        <span className="account-button__lines" aria-hidden="true" />
        <span className="account-button__word">{t('menu.open')}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key; the dialog has it from the platform. */}
      <dialog className="drawer" ref={drawer} aria-label={t('menu.label')} onClose={close} onClick={pressOverlay}>
        <div className="drawer__sheet">
          <button type="button" className="drawer__close" onClick={close}>
            <span className="visually-hidden">{t('menu.close')}</span>
          </button>
          {profile ? (
            <div className="drawer__person">
              <Portrait profile={profile} alt={t('menu.photo')} />
              <div>
                <p className="drawer__name">{[profile.surname, profile.name].filter(Boolean).join(' ')}</p>
                <p className="drawer__email">{profile.email}</p>
              </div>
              {profile.id && (
                <p className="drawer__number">
                  {t('menu.number')} <b>{profile.id}</b>
                </p>
              )}
            </div>
          ) : (
            <p className="drawer__person drawer__person--empty">{t('menu.label')}</p>
          )}
          <MenuLinks locale={locale} route={route} questions={questions} onFollow={close} />
          <p className="drawer__support">
            {t('menu.support')} <a href={`tel:${phone}`}>{phone}</a>
          </p>
        </div>
      </dialog>
      <SessionEnd locale={locale} />
      <LeftOffline locale={locale} />
    </>
  );
}
