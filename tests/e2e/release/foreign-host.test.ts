/**
 * The portal in front of a foreign host: other tokens, other errors, absolute links, no optional calls. The host accepts the
 * gateway by its signature only.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSecrets } from '../../../functions/local/secrets.ts';
import { startForeignHost } from '../../contract/foreign-host/start.ts';
import { fillSignIn, mainOf, signOutByMenu } from '../support/account-page.ts';
import { specialist } from '../support/applicants.ts';
import { finishedDraft, storedEntries } from '../support/device.ts';
import { readReference } from '../support/journey.ts';
import { words } from '../support/locale-words.ts';
import { ROOT, startPortal } from '../support/own-portal.ts';
import { expect, expectedErrors, test, waitForHydration } from '../support/portal.ts';
import { openReview, send } from '../support/sending.ts';

/** The secret of the gateway on this machine. */
function hostSecret(): string {
  ensureSecrets();
  return /^HOST_SECRET="?([^"\n]+)/m.exec(readFileSync(join(ROOT, '.dev.vars'), 'utf8'))?.[1] ?? '';
}

test.afterAll(() => {
  expectedErrors.length = 0;
});

test('an applicant applies, signs in and sees the account with a foreign host', async ({ page }) => {
  // Calls that the host lacks, and the wrong password.
  expectedErrors.push(/^Failed to load resource: the server responded with a status of 40[14]/);
  const host = await startForeignHost([hostSecret()]);
  const portal = await startPortal(host.origin);
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  const t = (key: string) => words('en', 'auth', key);
  const main = mainOf(page);
  const go = async (route: string) => {
    await page.goto(`${portal.origin}/en${route}`);
    await waitForHydration(page);
  };
  try {
    const applicant = specialist(`foreign.${Date.now()}@example.org`);
    await openReview(page, finishedDraft(applicant), portal.origin);
    await send(page);
    const reference = await readReference(page, 'en');
    expect([...host.state.applications.keys()]).toEqual([Number(reference)]);
    expect(await storedEntries(page)).toEqual({});

    await go('/auth/login');
    await fillSignIn(page, 'en', String(applicant.step1.email), 'not the password of anybody');
    await expect(main.getByRole('alert')).toContainText(t('login.wrongTitle'));
    await go('/auth/login');
    await fillSignIn(page, 'en', String(applicant.step1.email));
    await expect(page).toHaveURL(`${portal.origin}/en/profile`);
    // The host's own status, for which the portal has no text.
    await expect(main).toContainText('registered');

    await go('/profile/application/specialist');
    await expect(main).toContainText(String(applicant.step1.surname));
    const photo = main.getByRole('img', { name: t('menu.photo') });
    await expect(photo).toBeVisible();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const links = await main.getByRole('link').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    const files = links.filter((link) => link.includes('/files/'));
    expect(files.length).toBeGreaterThan(3);
    for (const link of files) {
      expect(link).toMatch(new RegExp(`^${portal.origin}/files/`));
      expect((await page.request.get(link)).status()).toBe(200);
    }

    await go('/profile/security');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.getByRole('heading', { name: t('security.sessions.title') })).toHaveCount(0);
    await signOutByMenu(page, 'en');
    await expect(page).not.toHaveURL(/profile/);
    await expect.poll(() => host.state.tokens.size).toBe(0);
    expect([...asked]).toEqual([portal.origin]);
  } finally {
    // Requests still in progress would fail with the portal.
    await page.goto('about:blank');
    await Promise.all([portal.stop(), host.close()]);
  }
});
