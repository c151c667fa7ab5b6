/** The page's title as islands change it: "view · portal", with "Error:" before it while an error is shown. */
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Between what the page is about and the portal's name (layouts/Document.astro). */
const SEPARATOR = ' · ';

/** How many components show an error, and the title's prefix then. */
let errors = 0;
let prefixed = '';

/** Names the page after the view that is shown. The portal's name, in the page's language, stays as it was built. */
export function useViewTitle(title: string): void {
  useLayoutEffect(() => {
    const portal = document.title.slice(document.title.lastIndexOf(SEPARATOR));
    document.title = (errors > 0 ? prefixed : '') + title + portal;
  }, [title]);
}

/**
 * Prefixes the title, so that tabs and screen readers give the error first (WCAG 2.2, technique G88).
 * @param prefix the page's word for an error, colon included; undefined while there is none
 */
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

/** The heading of a page with several views. Once another view has taken a view's place, it names the page and has the focus. */
export interface ViewHeadingProps {
  /** Which view it is, in every language. */
  view: string;
  children: string;
  /** The page's title, where it says more than the heading. */
  title?: string;
}

export function ViewHeading({ view, children, title = children }: ViewHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(view);
  useViewTitle(title);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    heading.current?.focus({ preventScroll: true });
  }, [view]);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
