/**
 * The page's language. Astro updates the properties of a persisted island late; this hook changes its texts together with the
 * page.
 */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { isLocale, type Locale } from '../../domain/i18n/locales.ts';

let shown: Locale | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof document !== 'undefined') {
  document.addEventListener('astro:after-swap', () => {
    const { lang } = document.documentElement;
    if (!isLocale(lang)) return;
    shown = lang;
    flushSync(() => {
      for (const notify of listeners) notify();
    });
  });
}

/** @param built the language of the page that the island was built for */
export function usePageLocale(built: Locale): Locale {
  return useSyncExternalStore(
    subscribe,
    () => shown ?? built,
    () => built,
  );
}
