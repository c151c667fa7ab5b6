/** A session made by one call instead of by the sign-in form, for tests of what comes after. */
import { API_BASE } from '../../../src/domain/api/endpoints.ts';
import { PASSWORD } from './applicants.ts';
import { expect, type Page } from './portal.ts';

/** Signs this browser in; its next page of the account opens as after any sign-in. */
export async function signInByCall(page: Page, email: string): Promise<void> {
  // A page without islands, so that nothing reacts to the session that appears.
  await page.goto('/ru/type/application');
  const status = await page.evaluate(
    async ([url, body]) => {
      const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      const { token } = (await answer.json()) as { token?: string };
      const now = String(Date.now());
      const kept = { token: token ?? '', signedIn: 'yes', signedInAt: now, lastUsedAt: now };
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
      return answer.status;
    },
    [`${API_BASE}/user-login`, JSON.stringify({ email, password: PASSWORD })] as const,
  );
  expect(status).toBe(200);
}

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
