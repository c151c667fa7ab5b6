/** A host without parcels. */
import { endpointPath } from '../../../src/domain/api/endpoints.ts';
import { partRoute } from '../../../src/domain/application/steps.ts';
import { specialist } from '../support/applicants.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, test } from '../support/portal.ts';

test('the portal offers no parcels where the host lacks them, and asks the host once', async ({ page }) => {
  const path = endpointPath('supportsParcels', {});
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  let times = 0;
  // The gateway's response for a host that lacks the call.
  await page.route(`**${path}`, (route) => {
    times += 1;
    return route.fulfill({ status: 204 });
  });
  await storeFinishedDraft(page, specialist('without.en@example.org'));
  await open(page, 'en', partRoute('documents', 'specialist'));
  await asked;
  await expect(page.getByRole('button', { name: words('en', 'forms', 'file.phone') })).toHaveCount(0);
  await open(page, 'en', '/application');
  await expect(page.getByText(words('en', 'application', 'overview.ready'))).toBeVisible();
  // Offers are loaded only after the response.
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: words('en', 'parcel', 'draft.send.title') })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: words('en', 'parcel', 'company.ask.title') })).toHaveCount(0);
  expect(times).toBe(1);
});
