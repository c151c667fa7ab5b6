/**
 * The language of the page an island stands in. Astro tells a kept island of its new page by its properties, in pieces and a
 * few frames late; an island that asks here changes its words together with the page around it.
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
      for (const tell of listeners) tell();
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
