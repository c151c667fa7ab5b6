/**
 * How much each page asks to be read: visible words in `main`, in English at 375 px, before anything is opened. A bound that is
 * exceeded is a text to shorten, not a bound to raise.
 */
import type { Part } from '../../../src/domain/application/fields.ts';
import { partRoute, startRoute, WIZARD_ROUTES } from '../../../src/domain/application/steps.ts';
import { setOwnNetwork } from '../support/account.ts';
import { specialist } from '../support/applicants.ts';
import { finishedDraft } from '../support/device.ts';
import { readReference } from '../support/journey.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { countSpokenWords, countVisibleWords } from '../support/reading.ts';
import { openReview, send, sendButton } from '../support/sending.ts';

test.use({ viewport: { width: 375, height: 812 } });

async function expectAtMost(page: Page, limit: number, what: string): Promise<void> {
  const words = await countVisibleWords(page);
  test.info().annotations.push({ type: 'words', description: `${what}: ${words} of ${limit}` });
  expect.soft(words, what).toBeLessThanOrEqual(limit);
}

test('the first pages show at most the words that their readers need', async ({ page }) => {
  for (const [route, limit] of [
    ['/', 300],
    ['/type/application', 150],
  ] as const) {
    await open(page, 'en', route);
    await expectAtMost(page, limit, route);
  }
});

test('overview, parts, check and confirmation show at most the words that their readers need', async ({ page }) => {
  await setOwnNetwork(page);
  const applicant = specialist(`reading.${Date.now()}@example.org`);
  await open(page, 'en', startRoute('specialist'));
  await expectAtMost(page, 90, 'passport');
  for (const [part, limit] of [
    ['employer', 120],
    ['stay', 120],
    ['photo', 90],
  ] as const satisfies [Part, number][]) {
    await open(page, 'en', partRoute(part, 'specialist'));
    await expectAtMost(page, limit, part);
  }
  await open(page, 'en', WIZARD_ROUTES.overview);
  await expectAtMost(page, 160, 'overview');
  await openReview(page, finishedDraft(applicant));
  await expect(sendButton(page)).toBeVisible();
  await expectAtMost(page, 440, 'check');
  expect.soft(await countSpokenWords(page), 'check, spoken').toBeLessThanOrEqual(1300);
  await send(page);
  await readReference(page, 'en');
  await expectAtMost(page, 160, 'confirmation');
});
