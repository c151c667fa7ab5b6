/** The offer to go on with the draft of this device, on the pages where an application or a visit begins. */
import type { Part } from '../../src/domain/application/fields.ts';
import { specialist } from './support/applicants.ts';
import { storeFinishedDraft } from './support/kept-draft.ts';
import { words } from './support/locale-words.ts';
import { expect, open, type Page, test } from './support/portal.ts';
import { LONG } from './support/stages.ts';

const OFFERING = ['', '/type/application', '/auth', '/auth/login'];
const application = (path: string, values: Record<string, string> = {}) => words('en', 'application', path, values);
const offerOf = (page: Page) => page.getByRole('main').getByRole('link', { name: words('en', 'home', 'draft.goOn') });

/** Opens the overview with a draft whose saved parts are given, and waits for the number of finished ones. */
async function openOverview(
  page: Page,
  saved: Part[],
  done: number,
  change: Record<string, unknown> = {},
): Promise<void> {
  await storeFinishedDraft(page, specialist('kept@example.org'), { saved, stepStatus: 0, ...change });
  await open(page, 'en', '/application');
  await expectDone(page, done);
}

/** Expects the overview's number of finished parts. */
async function expectDone(page: Page, done: number): Promise<void> {
  const name = application('overview.done', { done: `${done}`, count: '11' });
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

async function expectOffer(page: Page, done: number): Promise<void> {
  const parts = words('en', 'home', 'draft.parts', { done: `${done}`, total: '11' });
  for (const route of OFFERING) {
    await page.goto(`/en${route}`);
    await expect(offerOf(page), route).toHaveText(`${words('en', 'home', 'draft.goOn')}${parts}`);
  }
}

async function expectNoOffer(page: Page): Promise<void> {
  for (const route of OFFERING) {
    await page.goto(`/en${route}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offerOf(page), route).toHaveCount(0);
  }
}

test(
  'a draft is offered with its progress on landing page, type choice and sign-in until it is deleted',
  LONG,
  async ({ page }) => {
    await expectNoOffer(page);
    await openOverview(page, ['passport', 'name'], 2);
    await expectOffer(page, 2);
    await offerOf(page).click();
    await page.waitForURL('**/en/application');

    for (const key of ['draft.delete', 'draft.confirm.yes'])
      await page.getByRole('button', { name: application(key), exact: true }).click();
    await page.waitForURL('**/en/type/application');
    await expectNoOffer(page);
  },
);
