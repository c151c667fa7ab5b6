/** What a page asks for, counted. */
import type { Page } from './portal.ts';

/** Collects what a page asks for; `take` tells it and begins anew. */
export function collectRequests(page: Page): { take: () => string[] } {
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The browser looks at a site's icon whenever it likes.
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
