/** A page's name in print, and a URL that opens the print dialog. */
import { useEffect, useRef } from 'react';
import { namePrints } from '../../stores/browser/print-name.ts';
import { printPage } from './print-page.ts';

/** In a page's URL: opens the print dialog once the content is there. */
export const PRINT_HASH = '#print';

/** @param title during printing, which browsers propose as a PDF's name; null while the content is missing */
export function usePrintTitle(title: string | null): void {
  const asked = useRef(false);
  useEffect(() => {
    if (title === null) return;
    const ended = new AbortController();
    namePrints(() => title, ended.signal);
    if (location.hash === PRINT_HASH && !asked.current) {
      asked.current = true;
      // A reload or a way back must not print again.
      history.replaceState(history.state, '', location.pathname + location.search);
      // Lets the new content be painted first.
      requestAnimationFrame(() => setTimeout(() => printPage()));
    }
    return () => ended.abort();
  }, [title]);
}
