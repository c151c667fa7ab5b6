/** The public pages without a script, on every width, and as search engines and messengers read them. */
import { SOCIAL_LINKS, SUPPORT_PHONE } from '../../src/content/contacts.ts';
import { INFORMATION } from '../../src/content/information.ts';
import { LOCALES, NAMESPACES } from '../../src/domain/i18n/locales.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';

expectedErrors.push(/status of 404/);

const ROUTES = ['', '/type/application', '/success/application', '/employee-visa/AAAAAAAAAAAAAAAA', '/no-such-page'];

for (const locale of LOCALES) {
  const other = LOCALES.find((language) => language !== locale);

  test.describe(`without scripts (${locale})`, () => {
    test.use({ javaScriptEnabled: false });

    test('public pages read well and the language switch works', async ({ page }) => {
      for (const route of ROUTES) {
        await page.goto(`/${locale}${route}`);
        await expect(page.locator('h1').first()).toBeVisible();
        await page.locator(`language-switch a[hreflang="${other}"]`).click();
        await expect(page.locator('html')).toHaveAttribute('lang', other ?? '');
        expect(new URL(page.url()).pathname).toBe(`/${other}${route}`);
      }
    });

    test('the visa page and the forms say what they need', async ({ page }) => {
      await page.goto(`/${locale}/employee-visa/AAAAAAAAAAAAAAAA`);
      const needs = page.locator('noscript p').first();
      await expect(needs).toBeVisible();
      expect(await needs.textContent()).toBe(words(locale, 'employee', 'noScript'));
      for (const route of ['/application', '/auth/login', '/auth/reset/password']) {
        await page.goto(`/${locale}${route}`);
        await expect(needs, route).toBeVisible();
        expect(await needs.textContent()).toContain('JavaScript');
      }
    });

    test('the first picture, all questions and all documents are there', async ({ page }) => {
      await page.goto(`/${locale}`);
      await expect(page.locator('.carousel__slide').first()).toBeVisible();
      await expect(page.locator('.applicant')).toHaveCount(3);
      const question = page.locator('.questions details').first();
      await question.locator('summary').click();
      await expect(question.locator('.entry__text')).toBeVisible();
    });
  });

  test(`no page scrolls sideways (${locale})`, async ({ page }) => {
    for (const route of [...ROUTES, '/auth']) {
      await page.goto(`/${locale}${route}`);
      for (const width of [320, 375, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(excess, `${route} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });

  test(`cards fill their rows, and none is too narrow to read (${locale})`, async ({ page }) => {
    for (const route of ['', '/type/application']) {
      await page.goto(`/${locale}${route}`);
      for (const width of [375, 600, 768, 960, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const wrong = await page
          .locator('.facts, .stage-times, .type-cards, .applicants, .thirds, .places')
          .evaluateAll((grids) =>
            grids.flatMap((grid) => {
              const last = grid.lastElementChild?.getBoundingClientRect();
              const hole = grid.getBoundingClientRect().right - (last?.right ?? 0);
              const narrow = !grid.matches('.facts, .stage-times') && (last?.width ?? 0) < 240;
              return hole > 2 || narrow ? [`${grid.className}: hole ${hole}, width ${last?.width}`] : [];
            }),
          );
        expect(wrong, `${route} at ${width}`).toEqual([]);
      }
    }
  });

  test(`the support number can be called where a sentence names it (${locale})`, async ({ page }) => {
    for (const route of ['', '/employee-visa/AAAAAAAAAAAAAAAA', '/no-such-page']) {
      await page.goto(`/${locale}${route}`);
      await expect(page.locator(`main p a[href="tel:${SUPPORT_PHONE}"]`).first(), route).toBeVisible();
      const plain = await page
        .locator('main p')
        .evaluateAll(
          (sentences, phone) =>
            sentences.filter((p) => p.checkVisibility() && p.textContent?.includes(phone) && !p.querySelector('a'))
              .length,
          SUPPORT_PHONE,
        );
      expect(plain, route).toBe(0);
    }
  });

  test(`search engines and messengers learn what a page is (${locale})`, async ({ page, request }) => {
    for (const route of ['', '/type/application']) {
      await page.goto(`/${locale}${route}`);
      const content = (selector: string) => page.locator(selector).getAttribute('content');
      const links = await page
        .locator('link[rel="canonical"], link[rel="alternate"]')
        .evaluateAll((all) =>
          all.map((link) => [link.getAttribute('hreflang'), new URL((link as HTMLLinkElement).href).pathname]),
        );
      expect(links).toEqual([
        [null, `/${locale}${route}`],
        ['ru', `/ru${route}`],
        ['en', `/en${route}`],
        ['x-default', route || '/'],
      ]);
      expect((await page.title()).length).toBeGreaterThan(20);
      expect((await content('meta[name="description"]'))?.length).toBeGreaterThan(50);
      expect(await content('meta[property="og:title"]')).toBeTruthy();
      expect(await content('meta[name="twitter:card"]')).toBe('summary_large_image');
      const image = await content('meta[property="og:image"]');
      const answer = await request.get(new URL(image ?? '').pathname);
      expect(answer.headers()['content-type']).toBe('image/png');
    }
  });

  test(`the landing page tells its questions and answers as data (${locale})`, async ({ page }) => {
    await page.goto(`/${locale}`);
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    const parts = Object.fromEntries(data['@graph'].map((part: { '@type': string }) => [part['@type'], part]));
    expect(parts.WebSite).toMatchObject({ inLanguage: locale, name: words(locale, 'home', 'site.name') });
    const shown = await page.locator('.questions summary h3').allTextContents();
    expect(parts.FAQPage.mainEntity.map(({ name }: { name: string }) => name)).toEqual(shown);
  });

  test(`on paper the landing page is a hand-out (${locale})`, async ({ page }) => {
    await page.goto(`/${locale}`);
    await expect(page.getByRole('button', { name: words(locale, 'home', 'types.print') })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.site-header', '.hero__carousel', '.hero__actions', '.site-footer', '.applicants__print']) {
      await expect(page.locator(part).first(), part).toBeHidden();
    }
    for (const part of ['.facts', '.applicant >> nth=2', '.questions .entry__text >> nth=3']) {
      await expect(page.locator(part).first(), part).toBeVisible();
    }
    // A sheet of A4 at 96 dots an inch; what is wider than it would be cut off.
    await page.setViewportSize({ width: 794, height: 1123 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}

test('the footer has the support number and the four social links of one place', async ({ page }) => {
  for (const route of ROUTES) {
    await page.goto(`/en${route}`);
    const footer = page.locator('.site-footer');
    await expect(footer.locator(`a[href="tel:${SUPPORT_PHONE}"]`), route).toHaveText('1345');
    const links = await footer
      .locator('.site-footer__social a')
      .evaluateAll((all) => all.map((link) => ({ name: link.textContent, href: link.getAttribute('href') })));
    expect(links, route).toEqual(SOCIAL_LINKS);
    expect(links.map(({ name }) => name)).toEqual(['Telegram', 'Instagram', 'Facebook', 'YouTube']);
  }
});

test('icons, manifests and the words of every namespace are published', async ({ page, request }) => {
  for (const locale of LOCALES) {
    await page.goto(`/${locale}`);
    for (const link of await page.locator('link[rel$="icon"]').all()) {
      const answer = await request.get((await link.getAttribute('href')) ?? '');
      expect(answer.headers()['content-type']).toMatch(/^image\//);
    }
    const manifest = await request.get((await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '');
    const { lang, icons } = (await manifest.json()) as { lang: string; icons: { src: string }[] };
    expect(lang).toBe(locale);
    for (const { src } of icons) expect((await request.get(src)).status(), src).toBe(200);
    for (const namespace of NAMESPACES) {
      const answer = await request.get(`/assets/locales/${namespace}/${locale}.json`);
      expect(Object.keys(await answer.json()).length, namespace).toBeGreaterThan(0);
    }
  }
});

test('the site map lists the public pages in both languages, and robots are kept from the rest', async ({
  request,
}) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(listed.toSorted()).toEqual(
    LOCALES.flatMap((locale) =>
      ['', '/type/application', ...INFORMATION.map((page) => `/${page}`)].map((route) => `/${locale}${route}`),
    ).toSorted(),
  );
  for (const path of listed) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['x-robots-tag'] ?? '', path).not.toContain('noindex');
  }
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /api/');
  expect(robots).toContain('/sitemap.xml');
});
