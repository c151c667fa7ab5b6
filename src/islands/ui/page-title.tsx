/** The page's title, as far as an island decides on it: "view · portal", and "Error:" before it while a mistake is told. */
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Between what the page is about and the portal's name (layouts/Document.astro). */
const SEPARATOR = ' · ';

/** How many parts of the page tell a mistake now, and what then stands before the title. */
let telling = 0;
let start = '';

/** Names the page after the view that is shown. The portal's name, in the page's language, stays as it was built. */
export function useViewTitle(title: string): void {
  useLayoutEffect(() => {
    const portal = document.title.slice(document.title.lastIndexOf(SEPARATOR));
    document.title = (telling > 0 ? start : '') + title + portal;
  }, [title]);
}

/**
 * Puts a word before the title, so that a tab and a screen reader tell a mistake first (WCAG 2.2, technique G88).
 * @param prefix the page's word for a mistake, colon included; undefined while there is none
 */
export function useErrorTitle(prefix: string | undefined): void {
  useLayoutEffect(() => {
    if (!prefix) return;
    start = `${prefix} `;
    telling += 1;
    if (!document.title.startsWith(start)) document.title = start + document.title;
    return () => {
      telling -= 1;
      if (telling === 0 && document.title.startsWith(start)) document.title = document.title.slice(start.length);
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
