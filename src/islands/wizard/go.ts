/** Ways between the wizard's pages. They replace each other without a reload, so that nothing typed is read twice. */
import { navigate } from 'astro:transitions/client';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { REVIEW_HASH, visitRoute, WIZARD_ROUTES } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { useAfterHydration } from '../ui/use-hydrated.ts';

export type View = 'form' | 'review';

/** Hashes of the route of step 2: the form, the form with what has to be put right, the review. */
const HASH = { form: '#visit', review: REVIEW_HASH } as const;
export const MISTAKES_HASH = '#mistakes';

export const personHref = (locale: Locale, change?: string) =>
  localePath(locale, `${WIZARD_ROUTES.person}${change ? `?change=${encodeURIComponent(change)}` : ''}`);
export const visitHref = (locale: Locale, type: ApplicationType, view: View = 'form') =>
  localePath(locale, visitRoute(type) + (view === 'review' ? HASH.review : ''));
/** The form again, from the review on the same page. */
export const FORM_HREF = HASH.form;
export const chooseHref = (locale: Locale) => localePath(locale, WIZARD_ROUTES.choose);

/** What the page's address asks for: a field to begin with, and what has to be put right. Nothing while it is being built. */
export function askedInAddress(): { change: string | undefined; mistakes: boolean } {
  if (typeof location === 'undefined') return { change: undefined, mistakes: false };
  const change = new URLSearchParams(location.search).get('change') ?? undefined;
  return { change, mistakes: location.hash === MISTAKES_HASH };
}

/** Opens another page of the wizard. */
export function openPage(href: string): void {
  void navigate(href);
}

/** Opens the success page in place of the review, so that "back" does not lead to an application that is gone. Without a reload: what was sent is in this page's memory. */
export function openSuccess(locale: Locale): void {
  void navigate(localePath(locale, WIZARD_ROUTES.success), { history: 'replace' });
}

const viewHere = (): View => (location.hash === HASH.review ? 'review' : 'form');

/** What step 2's route shows, in the address, so that the browser's "back" goes from the review to the form. */
export function useView(): [View, (view: View) => void] {
  const [asked, ask] = useState<View>(() => (typeof location === 'undefined' ? 'form' : viewHere()));
  const view = useAfterHydration(asked, 'form');
  const opened = useRef<View | null>(null);

  useEffect(() => {
    const follow = () => startTransition(() => ask(viewHere()));
    follow();
    addEventListener('hashchange', follow);
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener('popstate', follow);
    };
  }, []);
  // What was asked for begins at its top.
  useLayoutEffect(() => {
    if (opened.current !== view) return;
    opened.current = null;
    scrollTo({ top: 0, behavior: 'instant' });
  }, [view]);

  const show = (next: View) => {
    if (next === viewHere()) return;
    opened.current = next;
    void navigate(HASH[next]);
    startTransition(() => ask(next));
  };
  return [view, show];
}
