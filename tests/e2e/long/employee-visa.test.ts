/** The public page of a visa code: each kind of code, and the data in the host's response. */

import decodeQR from 'qr/decode.js';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { containing } from '../support/form.ts';
import { words } from '../support/locale-words.ts';
import { printPage } from '../support/pdf.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { RELEASE, releaseIf } from '../support/stages.ts';
import { issueVisa } from '../support/visas.ts';

expectedErrors.push(/status of 404/);

const ISSUED = { from: '2026-01-05', to: '2099-01-04' };
const NEVER_ISSUED = 'AAAAAAAAAAAAAAAA';

for (const locale of LOCALES) {
  test(
    `an issued visa is shown with a QR code that leads to its page (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page, storage, baseURL }) => {
      const says = (path: string) => words(locale, 'employee', path);
      const code = issueVisa(storage, ISSUED);
      await page.goto(`/${locale}/employee-visa/${code}`);
      const main = page.getByRole('main');
      await expect(main).toContainText(says('state.valid'));
      for (const text of ['Ivanova Anna', says('types.specialist'), code, '2026', '2099']) {
        await expect(main).toContainText(text);
      }
      const address = `${baseURL}/employee-visa/${code}`;
      const qr = page.getByRole('img', { name: address });
      await expect(qr).toBeVisible();
      await expect(page.getByText(says('qr.text'))).toBeVisible();

      const paper = await printPage(page);
      expect(paper.pages).toBe(1);
      expect(paper.title).toBe(says('fileName').replace('{{name}}', 'Ivanova Anna').replace('{{code}}', code));
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(page.getByRole('button')).toHaveCount(0);
      await expect(
        main.getByText(`${new URL(String(baseURL)).host}/employee-visa`, { exact: false }).first(),
      ).toBeVisible();
      await expect(main.getByText(`${says('address').replace('{{address}}', '')}${address}`)).toBeVisible();
      await page.emulateMedia({ media: null });
      expect(await page.title()).not.toContain('Ivanova');

      const SIZE = 300;
      // Renders the QR code like a camera.
      const bright = await qr.evaluate(async (svg, size) => {
        const picture = new Image(size, size);
        picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
        await picture.decode();
        const brush = new OffscreenCanvas(size, size).getContext('2d') as OffscreenCanvasRenderingContext2D;
        brush.fillStyle = 'white';
        brush.fillRect(0, 0, size, size);
        brush.drawImage(picture, 0, 0, size, size);
        const { data } = brush.getImageData(0, 0, size, size);
        return Array.from({ length: size * size }, (_, pixel) => ((data[pixel * 4] ?? 0) > 127 ? '1' : '0')).join('');
      }, SIZE);
      const data = Uint8Array.from(
        [...bright].flatMap((pixel) => [255, 255, 255, 255].map((full) => full * Number(pixel))),
      );
      expect(decodeQR({ width: SIZE, height: SIZE, data })).toBe(address);
    },
  );
}

const grouped = (code: string, sign: string) => code.replace(/(.{4})(?=.)/g, `$1${sign}`);

for (const locale of LOCALES) {
  test(
    `the address without a code asks for one, finds it in what was copied, and names a wrong one (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page, storage }) => {
      const says = (path: string) => words(locale, 'employee', path);
      const code = issueVisa(storage, ISSUED);
      const box = page.getByRole('textbox', { name: says('code') });
      const check = page.getByRole('button', { name: says('entry.submit') });
      await page.goto(`/${locale}/employee-visa`);
      await expect(page.getByRole('heading', { name: says('title') })).toBeVisible();
      await box.fill(' – ');
      await check.click();
      await expect(box).toBeFocused();
      await expect(box).toHaveAccessibleDescription(containing(says('entry.empty')));

      await box.fill(NEVER_ISSUED);
      await box.press('Enter');
      await expect(page.getByRole('heading', { name: says('missing.title') })).toBeVisible();
      await expect(box).toHaveValue(NEVER_ISSUED);
      await box.fill(`${says('code')}: ${grouped(code, '\u00a0– ')}.`);
      await check.click();
      await page.waitForURL(new RegExp(`/${locale}/employee-visa/${grouped(code, '-')}$`));
      await expect(page.getByRole('main')).toContainText(says('state.valid'));
      await expect(box).toBeHidden();

      await page.goto(`/${locale}/employee-visa?code=${code}`);
      await page.waitForURL(`/${locale}/employee-visa/${code}`);
      await page.goBack();
      await expect(page.getByRole('heading', { name: says('state.valid') })).toBeVisible();
    },
  );
}

test(
  'checking again keeps the focus and the earlier result, whether it works or not',
  RELEASE,
  async ({ page, storage }) => {
    const says = (path: string) => words('en', 'employee', path);
    const main = page.getByRole('main');
    await page.goto(`/en/employee-visa/${issueVisa(storage, ISSUED)}`);
    const verdict = main.getByRole('heading', { name: says('state.valid') });
    const again = main.getByRole('button', { name: says('again') });
    await expect(again).toBeVisible();

    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/employee-visa/*', async (route) => {
      await held.promise;
      await route.fallback();
    });
    await again.focus();
    await page.keyboard.press('Enter');
    await expect(main.getByRole('button', { name: says('loading') })).toHaveAttribute('aria-disabled', 'true');
    await expect(verdict).toBeVisible();
    held.resolve();
    await expect(again).not.toHaveAttribute('aria-disabled');
    await expect(again).toBeFocused();
    await expect(verdict).toBeVisible();

    expectedErrors.push(/net::ERR_FAILED/);
    await page.unrouteAll();
    await page.route('**/api/v1/employee-visa/*', (route) => route.abort());
    await page.keyboard.press('Enter');
    const tryAgain = main.getByRole('button', { name: says('failed.again') }).first();
    await expect(tryAgain).toBeFocused();
    await expect(verdict).toBeHidden();
    await page.unrouteAll();
    await page.keyboard.press('Enter');
    await expect(verdict).toBeVisible();
    await expect(again).toBeFocused();
  },
);
