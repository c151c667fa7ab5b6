/** Pages of a form replace each other around what stays. */
import { specialist } from './support/applicants.ts';
import { finishedDraft, putDraft } from './support/device.ts';
import { holdScripts } from './support/hold.ts';
import { expect, type Page, test } from './support/portal.ts';

const PERSON = '/ru/application?type=specialist';
const VISIT = '/ru/application/specialist';

async function keepDraft(page: Page): Promise<void> {
  await page.goto('/ru/success/application');
  const draft = finishedDraft(specialist('kept@example.org'));
  Object.assign(draft.record, { stepStatus: 2 });
  await putDraft(page, draft);
  await page.evaluate(() => localStorage.setItem('draft', 'kept'));
}

/** Marks elements, to be known again. */
const mark = (page: Page, ...selectors: string[]) =>
  page.evaluate((all) => {
    for (const selector of all) Object.assign(document.querySelector(selector) ?? {}, { marked: true });
  }, selectors);
const marked = (page: Page, selector: string) => page.locator(selector).evaluate((element) => 'marked' in element);

test('from step to step header and footer stay, and lead where they should', async ({ page }) => {
  await keepDraft(page);
  await page.goto(PERSON);
  await expect(page.locator('[data-early], astro-island[ssr]')).toHaveCount(0);
  await mark(page, 'site-header', '.site-footer', 'main');
  const fetched: string[] = [];
  page.on('request', (request) => new URL(request.url()).pathname === VISIT && fetched.push(request.url()));
  await page.locator('.steps a').last().click();
  await page.waitForURL(`**${VISIT}**`);
  await expect(page.locator('#formatted_address')).toBeVisible();
  expect(fetched).toHaveLength(1);
  // The page was read bit by bit: its end is there, and its words.
  await expect(page.locator('#country-options')).toHaveCount(1);
  await expect(page.locator('h1')).toHaveText('Ваша поездка');
  expect(await marked(page, 'site-header')).toBe(true);
  expect(await marked(page, '.site-footer')).toBe(true);
  expect(await marked(page, 'main')).toBe(false);
  await expect(page.locator('.steps')).toHaveCount(1);
  await page.locator('language-switch a[hreflang="en"]').click();
  await page.waitForURL('**/en/application/specialist**');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the words of the next page come with it, though the script that reads pages came last', async ({ page }) => {
  await keepDraft(page);
  const { promise: alive, resolve: release } = Promise.withResolvers<void>();
  await page.route(/ApplicationLayout\..*\.js$/, async (route) => {
    await alive;
    await route.continue();
  });
  await page.goto(VISIT, { waitUntil: 'commit' });
  // Nothing but that script is missing.
  await expect(page.locator('[name="validity_time"]')).toBeVisible();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('Review.')),
  );
  const late = page.waitForResponse(/ApplicationLayout\..*\.js$/);
  release();
  await (await late).finished();
  await page.waitForLoadState();
  await page.locator('.steps a').first().click();
  await expect(page.locator('h1')).toHaveText('Кто вы');
  await expect(page.locator('[data-early], astro-island[ssr]')).toHaveCount(0);
});

test('the words of the next page come with it, though this one came to life while it was on its way', async ({
  page,
}) => {
  await keepDraft(page);
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/_astro\/(every-(island|step|form)|react)\..*\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  // The router is there by then.
  await page.goto(VISIT, { waitUntil: 'domcontentloaded' });
  const next = Promise.withResolvers<void>();
  await page.route('**/ru/application', async (route) => {
    await next.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/ru/application');
  await page.locator('.steps a').first().click();
  await asked;
  scripts.resolve();
  await expect(page.locator('[data-early], astro-island[ssr]')).toHaveCount(0);
  next.resolve();
  await expect(page.locator('h1')).toHaveText('Кто вы');
  await expect(page.locator('[name="surname"]')).toBeVisible();
  await expect(page.locator('[data-early], astro-island[ssr]')).toHaveCount(0);
});

test('a change of language keeps the form in its place, and fetches the page once', async ({ page }) => {
  await keepDraft(page);
  await page.goto(VISIT);
  const street = page.locator('[name="formatted_address.street"]');
  await expect(page.locator('[data-early], astro-island[ssr]')).toHaveCount(0);
  await street.fill('Чиланзар 7');
  await mark(page, '[name="formatted_address.street"]', 'main', 'site-header');
  await page.evaluate(() => {
    const removed: string[] = [];
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes) for (const node of removedNodes) removed.push(node.nodeName);
    }).observe(document.querySelector('main') as Element, { childList: true, subtree: false });
    Object.assign(globalThis, { removed });
  });
  const fetched: string[] = [];
  page.on('request', (request) => request.url().endsWith('/en/application/specialist') && fetched.push(request.url()));
  await page.locator('language-switch a[hreflang="en"]').click({ delay: 80 });
  await expect(page.locator('h1')).toHaveText('Your trip');
  await expect(street).toHaveValue('Чиланзар 7');
  expect(await marked(page, '[name="formatted_address.street"]')).toBe(true);
  expect(await marked(page, 'main')).toBe(true);
  expect(await marked(page, 'site-header')).toBe(false);
  expect(await page.evaluate(() => (globalThis as { removed?: string[] }).removed)).not.toContain('ASTRO-ISLAND');
  expect(fetched).toHaveLength(1);
  await expect(page.locator('site-header')).toHaveCount(1);
  await expect(page.locator('#modal')).toHaveCount(1);
});

test('a form in a tab in the background comes to life, though nothing is painted there', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.assign(globalThis, { requestAnimationFrame: () => 0 });
  });
  await page.goto(PERSON);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
});

test('the scripts of a form are asked for when its page has been read and painted', async ({ page }) => {
  await page.addInitScript(() => {
    const frames: FrameRequestCallback[] = [];
    Object.assign(globalThis, {
      requestAnimationFrame: (act: FrameRequestCallback) => frames.push(act),
      paint: () => {
        for (const act of frames.splice(0)) act(performance.now());
      },
    });
  });
  const SCRIPT = /\/(react|every-step)\./;
  const scripts: string[] = [];
  page.on('request', (request) => SCRIPT.test(request.url()) && scripts.push(request.url()));
  await page.goto(PERSON);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(1);
  await page.waitForTimeout(500);
  expect(scripts).toEqual([]);
  await page.evaluate(() => (globalThis as unknown as { paint: () => void }).paint());
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  expect(scripts.map((url) => SCRIPT.exec(url)?.[1]).sort()).toEqual(['every-step', 'react']);
});

test('a list has its answers when someone reaches for it, drawn or not, and all have them in the end', async ({
  page,
}) => {
  await keepDraft(page);
  const release = await holdScripts(page);
  await page.goto(VISIT, { waitUntil: 'commit' });
  const region = page.locator('[name="formatted_address.region"]');
  await expect(region).toHaveValue(/^\d+$/);
  const shown = () => region.evaluate((list) => getComputedStyle(list.children[1] as Element).display !== 'none');
  expect(await shown()).toBe(false);
  await region.focus();
  expect(await shown()).toBe(true);
  const before = await region.inputValue();
  await page.keyboard.press('ArrowDown');
  expect(await region.inputValue()).not.toBe(before);
  await region.blur();
  release();
  await expect.poll(shown).toBe(true);
  await expect
    .poll(() =>
      page
        .locator('.step-form select > option')
        .evaluateAll((options) => options.filter((option) => getComputedStyle(option).display === 'none').length),
    )
    .toBe(0);
});
