/** Counts the requests of a page. */
import type { Page } from './portal.ts';

/** Collects the requests of a page; `take` returns them and starts again. */
export function collectRequests(page: Page): { take: () => string[] } {
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The browser fetches a site's icon at any time.
    if (pathname !== '/favicon.svg') asked.push(`${request.method()} ${pathname}`);
  });
  return {
    take: () => {
      const taken = asked;
      asked = [];
      return taken;
    },
  };
}
