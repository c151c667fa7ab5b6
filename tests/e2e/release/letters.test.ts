/** Every letter of a page is in the portal's own font: a letter of another font is drawn at another height and weight. */
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { expect, open, type Page, test } from '../support/portal.ts';

const ROUTES = ['/', '/type/application', '/help', '/privacy', '/application/passport?type=specialist', '/auth/login'];

// The styles are changed below, so that they no longer have the hashes that the policy allows.
test.use({ bypassCSP: true });

for (const locale of LOCALES) {
  test(`all letters of the pages are in the portal's font (${locale})`, async ({ page }) => {
    await waitForFont(page);
    const client = await page.context().newCDPSession(page);
    await client.send('DOM.enable');
    await client.send('CSS.enable');
    for (const route of ROUTES) {
      await open(page, locale, route);
      // As if another page of the portal had led to it: a form that is opened first has no font.
      await page.evaluate(() => Object.assign(document.documentElement.dataset, { font: '' }));
      await page.evaluate(() => document.fonts.ready);
      const { root } = await client.send('DOM.getDocument');
      const { nodeIds } = await client.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'body *' });
      const other: string[] = [];
      for (const nodeId of nodeIds) {
        const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
        other.push(...fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName));
      }
      expect([...new Set(other)], route).toEqual([]);
    }
  });
}

/** Lets text wait for the portal's font. The pages' own `optional` keeps the visitor's font when the portal's comes late. */
async function waitForFont(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/font-display:\s*optional/g, 'font-display:block');
    await route.fulfill({ response, body });
  });
}
