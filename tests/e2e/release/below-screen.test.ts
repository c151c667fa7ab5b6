/** Content far below the screen can be reached and pressed. */

import { specialist } from '../support/applicants.ts';
import { finishedDraft } from '../support/device.ts';
import { languageLink } from '../support/form.ts';
import { storeDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, test } from '../support/portal.ts';

test('a relative added below a long list scrolls into view, also after a language switch', async ({ page }) => {
  const draft = finishedDraft(specialist('below@example.org'));
  const step2 = draft.record.step2Data as Record<string, unknown[]>;
  step2.formatted_relatives = Array.from({ length: 9 }, () => step2.formatted_relatives?.[0]);
  await storeDraft(page, draft);
  await page.setViewportSize({ width: 412, height: 823 });
  await open(page, 'en', '/application/specialist/family');
  const named = (key: string, locale: 'en' | 'ru') => words(locale, 'forms', `lists.formatted_relatives.${key}`);
  await page.getByRole('button', { name: named('another', 'en') }).click();
  await expect(page.getByRole('group', { name: 'Relative 10', exact: true })).toBeInViewport();

  // The other language renders the list again.
  await languageLink(page, 'ru').click();
  await page.getByRole('button', { name: words('ru', 'forms', 'lists.later') }).click();
  await page.getByRole('button', { name: named('another', 'ru') }).click();
  const last = words('ru', 'forms', 'lists.formatted_relatives.item', { number: '11' });
  await expect(page.getByRole('group', { name: last, exact: true })).toBeInViewport();
});
