/** The heading of a page with several views: it names the page, and takes the focus when the view changes. */
import { useEffect, useRef } from 'react';
import { useViewTitle } from './page-title.ts';

interface ViewHeadingProps {
  /** Id of the view, the same in every language. */
  view: string;
  children: string;
  /** The page's title, if longer than the heading. */
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
