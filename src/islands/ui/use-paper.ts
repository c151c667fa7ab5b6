/** The name of a page in print, and a URL that opens the print dialog. */
import { useEffect, useRef } from 'react';
import { namePrints } from '../../stores/browser/print-name.ts';
import { printPage } from './print-page.ts';

/** The hash of a page's URL that opens the print dialog once the content is there. */
export const PRINT_HASH = '#print';

/** @param title the title while printing, which browsers propose as a PDF's name; null while the content is missing */
export function usePrintTitle(title: string | null): void {
  const asked = useRef(false);
  useEffect(() => {
    if (title === null) return;
    const ended = new AbortController();
    namePrints(() => title, ended.signal);
    if (location.hash === PRINT_HASH && !asked.current) {
      asked.current = true;
      // A reload, or going back, must not print again.
      history.replaceState(history.state, '', location.pathname + location.search);
      // Prints after the new content is painted.
      requestAnimationFrame(() => setTimeout(() => printPage()));
    }
    return () => ended.abort();
  }, [title]);
}
