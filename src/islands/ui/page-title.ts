/** Changes the page's title: "view · portal", with "Error:" before it while an error is shown. */
import { useLayoutEffect } from 'react';
import { useText } from './hooks.ts';

/** Stands between a page's name and the portal's (layouts/Document.astro). */
const SEPARATOR = ' · ';

/** Number of components that show an error and need the prefix of the title. */
let errors = 0;
let prefixed = '';

/** Names the page by the shown view. The portal's name stays as prerendered. */
export function useViewTitle(title: string): void {
  useLayoutEffect(() => {
    const portal = document.title.slice(document.title.lastIndexOf(SEPARATOR));
    document.title = (errors > 0 ? prefixed : '') + title + portal;
  }, [title]);
}

/** Prefixes the title with "Error:" (WCAG 2.2, technique G88). @param shown whether there is an error */
export function useErrorTitle(shown = true): void {
  const prefix = useText('forms')('errorPrefix');
  useLayoutEffect(() => {
    if (!shown) return;
    prefixed = `${prefix} `;
    errors += 1;
    if (!document.title.startsWith(prefixed)) document.title = prefixed + document.title;
    return () => {
      errors -= 1;
      if (errors === 0 && document.title.startsWith(prefixed)) document.title = document.title.slice(prefixed.length);
    };
  }, [prefix, shown]);
}
