/** The public page of a visa code: each kind of code, and the data in the host's response. */

import decodeQR from 'qr/decode.js';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { dateInUzbekistan } from '../../../src/domain/input/uzbekistan.ts';
import { containing } from '../support/form.ts';
import { FULL_SCORE_SHIFT, layoutShift } from '../support/layout-shift.ts';
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

test('the visa page distinguishes an expired visa, a future one and an unknown code', async ({ page, storage }) => {
  const says = (path: string) => words('en', 'employee', path);
  const main = page.getByRole('main');
  const codes = {
    expired: issueVisa(storage, { from: '2020-01-05', to: '2021-01-04' }),
    future: issueVisa(storage, { from: '2098-01-05', to: '2099-01-04' }),
    revoked: issueVisa(storage, { ...ISSUED, status: 'visa_revoked' }),
  };
  for (const [state, code] of Object.entries(codes)) {
    await page.goto(`/en/employee-visa/${code}`);
    await expect(main.getByText(says(`state.${state}`), { exact: true })).toBeVisible();
    await expect(main.getByRole('heading', { name: says('state.valid'), exact: true })).toHaveCount(0);
  }
  const soon = dateInUzbekistan(new Date(Date.now() + 10 * 24 * 60 * 60 * 1000));
  await page.goto(`/en/employee-visa/${issueVisa(storage, { from: '2026-01-05', to: soon })}`);
  await expect(main.getByText(says('ending_other').replace('{{count}}', '10'))).toBeVisible();
  // As typed and copied from paper.
  for (const typed of [grouped(codes.expired.toLowerCase().replaceAll('0', 'o'), '%20'), `Code:%20${codes.expired},`]) {
    await page.goto(`/en/employee-visa/${typed}`);
    await expect(main.getByText(says('state.expired'), { exact: true })).toBeVisible();
  }
  await page.goto(`/en/employee-visa/${NEVER_ISSUED}`);
  await expect(main.getByRole('heading', { name: says('missing.title') })).toBeVisible();
  await expect(main.getByRole('link', { name: 'write to us' }).filter({ visible: true })).toBeVisible();
  await expect(main.getByText(says('validity'), { exact: true })).toBeHidden();
});

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

test('the address that prints a visa prints once', RELEASE, async ({ page, storage }) => {
  await page.addInitScript(() => {
    window.print = () => sessionStorage.setItem('printed', `${sessionStorage.getItem('printed') ?? ''}*`);
  });
  const printed = () => page.evaluate(() => sessionStorage.getItem('printed'));
  await page.goto(`/en/employee-visa/${issueVisa(storage, ISSUED)}#print`);
  await expect.poll(printed).toBe('*');
  expect(new URL(page.url()).hash).toBe('');
  await page.reload();
  await expect(page.getByRole('main')).toContainText(words('en', 'employee', 'state.valid'));
  expect(await printed()).toBe('*');
});

test(
  'an expired visa, a future one and a revoked one of a holder with long names print on one page',
  RELEASE,
  async ({ page, storage }) => {
    const name = 'Abdurakhmonkhuja Mukhammadsiddik Ibn Abdulkhamid';
    const visas = [{ from: '2020-01-05', to: '2021-01-04' }, { from: '2098-01-05', to: '2099-01-04' }, ISSUED];
    for (const [index, days] of visas.entries()) {
      const code = issueVisa(storage, { ...days, ...(index === 2 && { status: 'visa_revoked' }), name, surname: name });
      await page.goto(`/ru/employee-visa/${code}`);
      await expect(page.getByRole('main')).toContainText(name);
      expect((await printPage(page)).pages).toBe(1);
    }
  },
);

test(
  'the visa page does not shift when its response arrives, whatever the response',
  RELEASE,
  async ({ page, storage, baseURL }) => {
    const code = issueVisa(storage, ISSUED);
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 820 });
      for (const [address, shown] of [
        [code, page.getByRole('img', { name: `${baseURL}/employee-visa/${code}` })],
        [NEVER_ISSUED, page.getByRole('heading', { name: words('ru', 'employee', 'missing.title') })],
      ] as const) {
        await page.goto(`/ru/employee-visa/${address}`);
        await expect(shown).toBeVisible();
        expect(await layoutShift(page), `${address} at ${width}`).toBeLessThanOrEqual(FULL_SCORE_SHIFT);
      }
    }
  },
);

test(
  'the visa page without the script of the QR code hides its caption and shows the rest',
  RELEASE,
  async ({ page, storage }) => {
    expectedErrors.push(/^Failed to load resource: net::ERR_FAILED$/);
    const path = `/en/employee-visa/${issueVisa(storage, ISSUED)}`;
    await page.route('**/visa-qr.*.js', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(words('en', 'employee', 'state.valid'));
    await expect(page.getByText(words('en', 'employee', 'qr.text'))).toBeHidden();
  },
);

test('the visa response has only what checking a visa needs, and search engines do not index the page', async ({
  request,
  storage,
}) => {
  const code = issueVisa(storage, ISSUED);
  const response = await request.get(`/api/v1/employee-visa/${code}`);
  expect(await response.json()).toEqual({
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
