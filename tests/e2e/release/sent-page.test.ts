/** The confirmation right after sending, in English, and long e-mail addresses on a narrow screen. */
import type { Locator } from 'playwright/test';
import { setOwnNetwork, signInByCall } from '../support/account.ts';
import { mainOf } from '../support/account-page.ts';
import { specialist } from '../support/applicants.ts';
import { finishedDraft } from '../support/device.ts';
import { sentence } from '../support/form.ts';
import { readReference, referenceOn } from '../support/journey.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, test } from '../support/portal.ts';
import { openReview, send } from '../support/sending.ts';

const say = (key: string) => words('en', 'application', key);

test.use({ viewport: { width: 320, height: 800 } });

/** The text of each line in which an element is shown. */
const linesOf = (element: Locator) =>
  element.evaluate((shown) => {
    const lines: { top: number; text: string }[] = [];
    const nodes = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const range = document.createRange();
      for (const [at, letter] of [...(node.textContent ?? '')].entries()) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top } = range.getBoundingClientRect();
        const line = lines.at(-1);
        if (line && Math.abs(line.top - top) < 4) line.text += letter;
        else lines.push({ top, text: letter });
      }
    }
    return lines.map(({ text }) => text);
  });

test('after sending in English the page has number, next steps and a copy, and addresses wrap before the "@"', async ({
  page,
}) => {
  test.slow();
  await setOwnNetwork(page);
  const [local, domain] = [`specialist.${Date.now()}`, '@office.example.org'];
  const email = local + domain;
  const wrapped = [local, domain];
  await openReview(page, finishedDraft(specialist(email)));
  const main = mainOf(page);
  const emailOn = (place: Locator, label: string) =>
    place.getByRole('term').filter({ hasText: label }).first().locator('xpath=following-sibling::dd[1]');
  const label = words('en', 'forms', 'fields.email.label');
  expect(await linesOf(emailOn(main, label)), 'on the check').toEqual(wrapped);

  // Within one document, so that the sent application stays in memory.
  await page
    .getByRole('link', { name: say('part.all') })
    .first()
    .click();
  await main
    .getByRole('link', { name: say('review.title') })
    .first()
    .click();
  await send(page);
  await readReference(page, 'en');
  const title = page.getByRole('heading', { level: 1, name: say('success.title') });
  await expect(title).toBeFocused();
  const [head, number, lead] = await Promise.all(
    [
      title,
      referenceOn(page, 'en'),
      page
        .getByText(sentence('en', 'application', 'success.leadTo'))
        .filter({ visible: true })
        .first(),
    ].map((part) => part.boundingBox()),
  );
  expect(number?.y).toBeGreaterThan(head?.y ?? Number.POSITIVE_INFINITY);
  expect(lead?.y, 'the lead is below the number').toBeGreaterThan(number?.y ?? Number.POSITIVE_INFINITY);
  await expect(main).toContainText(say('stages.in_review.title'));

  const copy = main.getByRole('group').filter({ hasText: say('success.copy.title') });
  await copy.getByRole('heading', { level: 2 }).click();
  await expect(copy).toContainText('EA1234567');
  await expect(copy).not.toContainText(/\b(?:fields|parts|items)\.\w|undefined/);
  expect(await linesOf(emailOn(copy, label)), 'in the copy').toEqual(wrapped);
  for (const part of await copy.getByRole('heading', { level: 3 }).all())
    expect(await part.evaluate((shown) => Number.parseFloat(getComputedStyle(shown).marginBottom))).toBeGreaterThan(0);
  const theirs = page.getByRole('heading', { name: words('ru', 'application', 'success.copy.title') });
  await expect(theirs).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await signInByCall(page, { email });
  await open(page, 'en', '/profile/application/specialist');
  expect(await linesOf(emailOn(main, label)), 'in the account').toEqual(wrapped);
});
