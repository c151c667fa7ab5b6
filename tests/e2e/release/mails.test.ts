/** Every mail as a mail program shows it: on wide and narrow screens, light and dark, without a request. */
import type { Page } from 'playwright/test';
import { findings } from '../support/axe.ts';
import { readMailSamples, showMail } from '../support/mail-samples.ts';
import { expect, test } from '../support/portal.ts';
import { overflowWidth } from '../support/text-spacing.ts';

/** A mail has no landmarks: mail programs show it within their own page. */
const LANDMARKS = /^(region|landmark-one-main) /;

/** Returns the alternative texts of pictures that are not shown or have none. */
const brokenPictures = (page: Page) =>
  page.locator('img').evaluateAll((images) =>
    images.flatMap((image) => {
      const { complete, naturalWidth, alt } = image as HTMLImageElement;
      return complete && naturalWidth > 0 && alt ? [] : [alt || 'no text'];
    }),
  );

for (const colorScheme of ['light', 'dark'] as const) {
  test(`each mail fits screens of 600 and 320 px, is readable and requests nothing (${colorScheme})`, async ({
    page,
  }) => {
    const requested: string[] = [];
    page.on('request', (request) => request.url().startsWith('data:') || requested.push(request.url()));
    await page.emulateMedia({ colorScheme });
    const samples = await readMailSamples();
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples)
      for (const width of [600, 320]) {
        const at = `${sample.name} in ${sample.locale} at ${width} px`;
        await page.setViewportSize({ width, height: 900 });
        await showMail(page, sample);
        expect(await overflowWidth(page), at).toBeLessThanOrEqual(0);
        expect(await brokenPictures(page), at).toEqual([]);
        expect(
          (await findings(page)).filter((finding) => !LANDMARKS.test(finding)),
          at,
        ).toEqual([]);
      }
    expect(requested).toEqual([]);
  });
}
