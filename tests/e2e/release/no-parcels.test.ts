/** A host that keeps no parcels. */
import { endpointPath } from '../../../src/domain/api/endpoints.ts';
import { partRoute } from '../../../src/domain/application/steps.ts';
import { specialist } from '../support/applicants.ts';
import { keepFinished } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';

// The browser reports the host's answer by itself.
expectedErrors.push(/status of 404/);

test('where the host keeps no parcels, nothing that needs them is offered', async ({ page }) => {
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === endpointPath('parcelsKept', {}));
  await page.route(`**${endpointPath('parcelsKept', {})}`, (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'x', request_id: 'r' } }),
  );
  await keepFinished(page, specialist('without.en@example.org'));
  await open(page, 'en', partRoute('documents', 'specialist'));
  await asked;
  await expect(page.getByRole('button', { name: words('en', 'forms', 'file.phone') })).toHaveCount(0);
  const askedAgain = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname === endpointPath('parcelsKept', {}),
  );
  await open(page, 'en', '/application');
  await askedAgain;
  await expect(page.getByText(words('en', 'application', 'overview.ready'))).toBeVisible();
  // What would be offered is loaded after the answer.
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: words('en', 'parcel', 'draft.send.title') })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: words('en', 'parcel', 'company.ask.title') })).toHaveCount(0);
});
