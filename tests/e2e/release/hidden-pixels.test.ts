/** Browsers that return other pixels than were drawn: no picture becomes noise, and the page says why it does less. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { storedDigests, storedEntries } from '../support/device.ts';
import { fixture } from '../support/fill.ts';
import { box } from '../support/form.ts';
import { words } from '../support/locale-words.ts';
import type { OtherBrowser } from '../support/other-browser.ts';
import { test } from '../support/other-browsers.ts';
import { retry } from '../support/other-journey.ts';
import { openPage, see } from '../support/other-page.ts';
import { expect, test as inChromium, open } from '../support/portal.ts';

const say = (key: string) => words('en', 'forms', key);
const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest().join(' ');

/** Writes a JPEG of random pixels, which can't be compressed. */
async function writeNoise(folder: string, name: string, side: number): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise } });
  const path = join(folder, name);
  writeFileSync(path, await picture.jpeg({ quality: 95 }).toBuffer());
  return path;
}

const expectStored = (browser: OtherBrowser, path: string) =>
  retry(async () => expect(Object.values(await storedEntries(browser, 'digest'))).toContain(digestOf(path)));

test.describe('Firefox with privacy.resistFingerprinting', () => {
  test.skip(process.platform !== 'linux', 'the build of Debian');
  test.use({ preferences: { 'privacy.resistFingerprinting': true } });

  test('a passport is not read, and a large scan is stored unchanged or refused, each with the reason', async ({
    firefox,
    baseURL,
    folder,
  }) => {
    await openPage(firefox, `${baseURL}/en/application/passport`);
    await firefox.upload('[name=file4]', fixture('passport-photo.jpg'));
    await see(firefox, words('en', 'passport', 'refusals.pixelsHidden.title'));
    const large = await writeNoise(folder, 'large.jpg', 2200);
    await firefox.upload('[name=file4]', large);
    await see(firefox, say('file.notShrunk'));
    await expectStored(firefox, large);
    await firefox.upload('[name=file4]', await writeNoise(folder, 'too-large.jpg', 3600));
    await see(firefox, say('errors.file_pixels_hidden'));
    await expectStored(firefox, large);
  });
});

inChromium('a photo is not cropped where an extension changes the pixels of a canvas', async ({ page }) => {
  await page.addInitScript(() => {
    const read = OffscreenCanvasRenderingContext2D.prototype.getImageData;
    OffscreenCanvasRenderingContext2D.prototype.getImageData = function (...place: Parameters<typeof read>) {
      const picture = read.apply(this, place);
      for (let at = 0; at < picture.data.length; at += 8) picture.data[at] = 255 - (picture.data[at] ?? 0);
      return picture;
    };
  });
  await open(page, 'en', '/application/photo');
  await box(page, 'file5').setInputFiles(fixture('passport-photo.jpg'));
  await expect(page.getByText(say('crop.hidden'))).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => storedDigests(page)).toEqual([digestOf(fixture('passport-photo.jpg'))]);
});
