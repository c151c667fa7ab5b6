/** The public page of a visa code: what it shows for each kind of code, and that nothing more leaves the host. */

import decodeQR from 'qr/decode.js';
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { FULL_SCORE_SHIFT, layoutShift } from './support/layout-shift.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';
import { issueVisa } from './support/visas.ts';

expectedErrors.push(/status of 404/);

for (const locale of LOCALES) {
  const says = (path: string) => words(locale, 'employee', path);

  test(`an issued visa is shown with its QR code (${locale})`, async ({ page, storage, baseURL }) => {
    const code = issueVisa(storage, { from: '2026-01-05', to: '2099-01-04' });
    await page.goto(`/${locale}/employee-visa/${code}`);
    const visa = page.locator('.visa');
    await expect(visa).toContainText(says('state.valid'));
    for (const text of ['Ivanova Anna', says('types.specialist'), says('statuses.visa_issued'), code, '2026', '2099']) {
      await expect(visa).toContainText(text);
    }
    const qr = visa.getByRole('img', { name: `${baseURL}/employee-visa/${code}` });
    await expect(qr).toBeVisible();
    expect((await qr.locator('path').getAttribute('d'))?.length).toBeGreaterThan(500);
  });

  test(`an expired visa and one that has not begun are told apart (${locale})`, async ({ page, storage }) => {
    const past = issueVisa(storage, { from: '2020-01-05', to: '2021-01-04' });
    await page.goto(`/${locale}/employee-visa/${past}`);
    await expect(page.locator('.visa__state')).toHaveText(says('state.expired'));
    const future = issueVisa(storage, { from: '2098-01-05', to: '2099-01-04' });
    await page.goto(`/${locale}/employee-visa/${future}`);
    await expect(page.locator('.visa__state')).toHaveText(says('state.future'));
  });

  test(`a code that was never issued says what to do (${locale})`, async ({ page }) => {
    await page.goto(`/${locale}/employee-visa/AAAAAAAAAAAAAAAA`);
    await expect(page.getByRole('heading', { name: says('missing.title') })).toBeVisible();
    await expect(page.locator('main')).toContainText('1345');
    await expect(page.locator('.visa')).toBeHidden();
  });
}

test('nothing on the page moves when the answer comes, whatever it is', async ({ page, storage }) => {
  const code = issueVisa(storage, { from: '2026-01-05', to: '2099-01-04' });
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 820 });
    for (const [address, shown] of [
      [code, page.locator('[data-qr] path[d]')],
      ['AAAAAAAAAAAAAAAA', page.getByRole('heading', { name: words('ru', 'employee', 'missing.title') })],
    ] as const) {
      await page.goto(`/ru/employee-visa/${address}`);
      await expect(shown).toBeVisible();
      expect(await layoutShift(page), `${address} at ${width}`).toBeLessThanOrEqual(FULL_SCORE_SHIFT);
    }
  }
});

test('the QR code of a visa leads to its page, as a camera reads it', async ({ page, storage, baseURL }) => {
  const SIZE = 300;
  const read = async (code: string) => {
    await page.goto(`/employee-visa/${code}`);
    await expect(page.locator('[data-qr] path')).toHaveAttribute('d', /^M/);
    const bright = await page.locator('[data-qr]').evaluate(async (svg: SVGElement, size) => {
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
    return decodeQR({ width: SIZE, height: SIZE, data });
  };
  for (let visa = 0; visa < 5; visa++) {
    const code = issueVisa(storage, { from: '2026-01-05', to: '2099-01-04' });
    expect(await read(code)).toBe(`${baseURL}/employee-visa/${code}`);
  }
});

test('nothing more than what a checker needs leaves the host, and no search engine keeps it', async ({
  request,
  storage,
}) => {
  const code = issueVisa(storage, { from: '2026-01-05', to: '2099-01-04' });
  const answer = await request.get(`/api/v1/employee-visa/${code}`);
  expect(await answer.json()).toEqual({
    data: {
      code,
      name: 'Anna',
      surname: 'Ivanova',
      application_type: 'specialist',
      status_type: 'visa_issued',
      valid_from: '2026-01-05',
      valid_to: '2099-01-04',
    },
  });
  for (const address of [`/ru/employee-visa/${code}`, `/employee-visa/${code}`]) {
    const page = await request.get(address);
    expect(page.status()).toBe(200);
    expect(await page.text()).toContain('<meta name="robots" content="noindex">');
    expect(await page.text()).not.toContain('Ivanova');
  }
});
