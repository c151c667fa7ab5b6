/**
 * Nothing shifts while a page arrives in pieces over a slow line, with its scripts and font last and an empty cache. Measured
 * by the browser's own observer, with this machine's fallback font.
 */
import type { Browser, ViewportSize } from 'playwright/test';
import { DRAFT_MARKER_KEY } from '../../../src/domain/application/steps.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { type Applicant, specialist } from '../support/applicants.ts';
import { finishedDraft, putDraft } from '../support/device.ts';
import { layoutShifts } from '../support/layout-shift.ts';
import { words } from '../support/locale-words.ts';
import { expect, type Page, test } from '../support/portal.ts';
import { type SlowLine, startSlowLine } from '../support/slow-line.ts';

const MOST = 0.02;
const SIZES = {
  phone: { width: 375, height: 812 },
  desktop: { width: 1440, height: 900 },
};
const PIECES = 6;

/** Prepares a browser for a page, at its origin. */
type Prepare = (page: Page, locale: Locale) => Promise<void>;
/** Resolves when the page is complete. */
type Whole = (page: Page, locale: Locale) => Promise<void>;

const nothing: Prepare = async () => {};
const hydrated: Whole = async (page) => {
  await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
};

interface Visitor {
  browser: Browser;
  locale: Locale;
  viewport: ViewportSize;
}

/** Opens pages one after the other in one browser with an empty cache, and adds up their shifts. */
async function visit(visitor: Visitor, pages: [route: string, whole?: Whole][], prepare = nothing): Promise<void> {
  const { browser, locale, viewport } = visitor;
  const line = await startSlowLine(test.info().project.use.baseURL ?? '');
  const context = await browser.newContext({ viewport, baseURL: line.origin });
  await prepare(await context.newPage(), locale);
  for (const [route, whole = hydrated] of pages) {
    const page = await context.newPage();
    await comeSlowly(page, line, `/${locale}${route}`);
    await whole(page, locale);
    await hydrated(page, locale);
    const shifts = await layoutShifts(page);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect.soft(total, `${route}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST);
    await page.close();
  }
  await context.close();
  line.close();
}

/** Opens a page piece by piece, each painted before the next, then its scripts and fonts. */
async function comeSlowly(page: Page, line: SlowLine, path: string): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // Routed requests bypass the browser's cache.
  await page.route(/\/_astro\/.*\.(js|woff2)$/, async (route) => {
    await released;
    await route.continue();
  });
  line.pieces = PIECES;
  await page.goto(path, { waitUntil: 'commit' });
  const painted = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  for (let more = true; more; ) {
    more = line.next();
    await painted();
  }
  release();
}

const shows =
  (text: string): Whole =>
  (page) =>
    expect(page.getByText(text, { exact: true })).toBeVisible();
/** An answer is also in the summary of its fold, which is seen while that is closed. */
const hasAnswer =
  (text: string): Whole =>
  (page) =>
    expect(page.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1);
const holds =
  (name: string): Whole =>
  (page) =>
    expect(page.locator(`[name="${name}"]`)).not.toHaveValue('');

const holdDraft =
  (applicant: Applicant): Prepare =>
  async (page, locale) => {
    await page.goto(`/${locale}/success/application`);
    await putDraft(page, finishedDraft(applicant));
    await page.evaluate((key) => localStorage.setItem(key, String(Date.now() + 60_000)), DRAFT_MARKER_KEY);
  };

const haveAccount: Prepare = async (page, locale) => {
  await setOwnNetwork(page);
  await signInByCall(page, await createAccount(page, locale));
};

/** Each language and size once: Russian, with longer words, on the smaller screen. */
const CASES: { locale: Locale; size: string; viewport: ViewportSize }[] = [
  { locale: 'ru', size: 'phone', viewport: SIZES.phone },
  { locale: 'en', size: 'desktop', viewport: SIZES.desktop },
];

for (const { locale, size, viewport } of CASES) {
  const auth = (path: string) => words(locale, 'auth', path);

  test(`public pages do not shift (${locale}, ${size})`, async ({ browser }) => {
    await visit({ browser, locale, viewport }, [
      [''],
      ['/type/application'],
      ['/success/application'],
      ['/kept-private'],
      ['/no-such-page'],
      ['/employee-visa/x', shows(words(locale, 'employee', 'missing.title'))],
    ]);
  });

  test(`sign-in pages do not shift (${locale}, ${size})`, async ({ browser }) => {
    await visit({ browser, locale, viewport }, [
      ['/auth'],
      ['/auth/login'],
      ['/auth/reset/password'],
      ['/auth/gmail/verify', shows(auth('reset.startTitle'))],
      ['/auth/new/password', shows(auth('reset.startTitle'))],
      ['/auth/restore/email#A', shows(auth('restore.title'))],
      ['/auth/change/password/success', shows(auth('reset.startTitle'))],
    ]);
  });

  test(`pages of an application do not shift (${locale}, ${size})`, async ({ browser }) => {
    await visit({ browser, locale, viewport }, [
      ['/application'],
      ['/application/passport?type=specialist'],
      ['/application/name'],
      ['/application/contact'],
      ['/application/photo'],
      ['/application/founder'],
      ['/application/investor/project'],
      ['/parcel/draft', shows(words(locale, 'parcel', 'draft.receive.noLink.title'))],
      ['/parcel/company', shows(words(locale, 'parcel', 'company.answer.noLink.title'))],
    ]);
  });

  test(`pages of an application with a draft do not shift (${locale}, ${size})`, async ({ browser }) => {
    const applicant = specialist('shift@example.org');
    await visit(
      { browser, locale, viewport },
      [
        ['/application', shows(words(locale, 'application', 'overview.ready'))],
        ['/application/name', holds('surname')],
        ['/application/contact', holds('email')],
        ['/application/specialist', holds('formatted_address.street')],
        ['/application/specialist/documents'],
        ['/application/specialist/travel', holds('previos_trips')],
        ['/application/specialist/check', hasAnswer('passport.pdf')],
      ],
      // Answers without an open question, which appears late (docs/decisions/paint.md).
      holdDraft({ ...applicant, step1: { ...applicant.step1, name: 'Anna', middlename: 'Maria' } }),
    );
  });

  test(`pages of the account do not shift (${locale}, ${size})`, async ({ browser }) => {
    const loaded =
      (...parts: string[]): Whole =>
      async (page) => {
        for (const part of parts) await expect(page.getByText(auth(part), { exact: true })).toBeHidden();
      };
    await visit(
      { browser, locale, viewport },
      [
        ['/profile', loaded('data.loading')],
        ['/profile/status', loaded('data.loading')],
        ['/profile/application/founder', loaded('data.loading')],
        ['/profile/security', loaded('data.loading', 'security.sessions.loading')],
      ],
      haveAccount,
    );
  });
}
