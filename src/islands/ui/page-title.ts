/** Changes the page's title: "view · portal", with "Error:" before it while an error is shown. */
import { useLayoutEffect } from 'react';

/** Between a page's name and the portal's (layouts/Document.astro). */
const SEPARATOR = ' · ';

/** Number of components that show an error, and so need the title's prefix. */
let errors = 0;
let prefixed = '';

/** Names the page after the shown view. The portal's name stays as prerendered. */
export function useViewTitle(title: string): void {
  useLayoutEffect(() => {
    const portal = document.title.slice(document.title.lastIndexOf(SEPARATOR));
    document.title = (errors > 0 ? prefixed : '') + title + portal;
  }, [title]);
}

/** Prefixes the title (WCAG 2.2, technique G88). @param prefix the word for an error with its colon; undefined without error */
export function useErrorTitle(prefix: string | undefined): void {
  useLayoutEffect(() => {
    if (!prefix) return;
    prefixed = `${prefix} `;
    errors += 1;
    if (!document.title.startsWith(prefixed)) document.title = prefixed + document.title;
    return () => {
      errors -= 1;
      if (errors === 0 && document.title.startsWith(prefixed)) document.title = document.title.slice(prefixed.length);
    };
  }, [prefix]);
}
