/** What a page is called on paper, and an address that opens the print dialog. */
import { useEffect, useRef } from 'react';

/** In the address of a page: opens the print dialog once what is to be printed is there. */
export const PRINT_MARK = '#print';

/** @param title while the page is printed, which browsers propose as the name of a PDF; null while it is not there */
export function usePaper(title: string | null): void {
  const asked = useRef(false);
  useEffect(() => {
    if (title === null) return;
    const shown = document.title;
    const name = (words: string) => () => {
      document.title = words;
    };
    const before = name(title);
    const after = name(shown);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    if (location.hash === PRINT_MARK && !asked.current) {
      asked.current = true;
      // What was rendered just now is painted first.
      requestAnimationFrame(() => setTimeout(() => print()));
    }
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, [title]);
}
