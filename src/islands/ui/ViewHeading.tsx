/** The heading of a page with several views: names the page, and takes the focus when the view changes. */
import { useEffect, useRef } from 'react';
import { useViewTitle } from './page-title.ts';

interface ViewHeadingProps {
  /** Id of the view, the same in every language. */
  view: string;
  children: string;
}

export function ViewHeading({ view, children }: ViewHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(view);
  useViewTitle(children);
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
