/** The public pages in the language whose words are shorter, on every width. */
import { expectToFit } from '../support/fit.ts';
import { expectedErrors, test } from '../support/portal.ts';
import { PUBLIC_ROUTES } from '../support/public-page.ts';

expectedErrors.push(/status of 404/);

test('on no width does a page scroll sideways or leave places between cards, also with letters set wide', async ({
  page,
}) => {
  for (const route of PUBLIC_ROUTES) {
    await page.goto(`/en${route}`);
    await expectToFit(page);
  }
});
