/** Every mail as a mail program shows it: on wide and narrow screens, light and dark, without a request. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import type { MailSample } from '../../fixtures/mail-sample.ts';
import { findings } from '../support/axe.ts';
import { expect, test } from '../support/portal.ts';
import { overflowWidth } from '../support/text-spacing.ts';

const SAMPLES = fileURLToPath(new URL('../../workers/admin/support/mail-samples.ts', import.meta.url));

/** A mail has no landmarks: mail programs show it within their own page. */
const LANDMARKS = /^(region|landmark-one-main) /;

async function readSamples(): Promise<MailSample[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [SAMPLES], { maxBuffer: 50_000_000 });
  return JSON.parse(stdout) as MailSample[];
}

/** Shows a mail with its attached pictures in place of their content ids. */
async function show(page: Page, { html, pictures }: MailSample): Promise<void> {
  const shown = html.replace(/cid:([\w-]+)/g, (address, id: string) => pictures[id] ?? address);
  await page.setContent(shown, { waitUntil: 'load' });
}

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
    const samples = await readSamples();
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples)
      for (const width of [600, 320]) {
        const at = `${sample.name} in ${sample.locale} at ${width} px`;
        await page.setViewportSize({ width, height: 900 });
        await show(page, sample);
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
