/** The public pages without scripts, at every width, and as search engines and messengers read them. */

import { readdirSync } from 'node:fs';
import { INFORMATION_PAGES, TOPIC_PAGES } from '../../../src/content/collections.ts';
import { SOCIAL_LINKS, SUPPORT_PHONE } from '../../../src/content/contacts.ts';
import { documentsRoute, startRoute } from '../../../src/domain/application/steps.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { LOCALES, NAMESPACES } from '../../../src/domain/i18n/locales.ts';
import { sentence } from '../support/form.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { languageLink, PUBLIC_ROUTES } from '../support/public-page.ts';
import { RELEASE, releaseIf } from '../support/stages.ts';
import { overflowWidth } from '../support/text-spacing.ts';

expectedErrors.push(/status of 404/);

test.describe('public pages without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('public pages show first picture, questions and documents, and the language switch works', async ({ page }) => {
    for (const route of PUBLIC_ROUTES) {
      await page.goto(`/ru${route}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await languageLink(page, 'en').click();
      await page.waitForURL(`**/en${route}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    }
    await page.goto('/en');
    const pictures = page.getByRole('region', { name: words('en', 'home', 'carousel.pictures') });
    await expect(pictures.getByRole('figure')).toHaveCount(1);
    await expect(pictures.getByRole('img')).toBeVisible();
    for (const type of APPLICATION_TYPES) {
      await expect(
        page.getByRole('heading', { name: words('en', 'application', `types.${type}.title`) }),
      ).toBeVisible();
    }
    const question = page.locator('#comments').getByRole('group').first();
    const answer = question.getByRole('paragraph').first();
    await expect(answer).toBeHidden();
    await question.getByRole('heading').click();
    await expect(answer).toBeVisible();
  });

  test('the visa page and the forms say that they need scripts', RELEASE, async ({ page }) => {
    // getByText ignores text in noscript.
    const needs = page.locator('noscript p').first();
    await page.goto('/ru/employee-visa/AAAAAAAAAAAAAAAA');
    await expect(needs).toBeVisible();
    await expect(needs).toHaveText(words('ru', 'employee', 'noScript'));
    for (const route of ['/application', '/application/passport', '/auth/login', '/auth/reset/password']) {
      await page.goto(`/ru${route}`);
      await expect(needs, route).toBeVisible();
      await expect(needs).toHaveText(
        words('ru', 'home', 'layout.noScript', {
          phone: words('ru', 'home', 'contact.inside', { phone: SUPPORT_PHONE }),
        }),
      );
    }
  });
});

for (const locale of LOCALES) {
  test(
    `search engines and messengers get a description of each page, and the questions of the landing page (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page, request }) => {
      for (const route of ['/type/application', '']) {
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
        const response = await request.get(new URL(image ?? '').pathname);
        expect(response.headers()['content-type']).toBe('image/png');
      }
      const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
      const parts = Object.fromEntries(data['@graph'].map((part: { '@type': string }) => [part['@type'], part]));
      expect(parts.WebSite).toMatchObject({ inLanguage: locale, name: words(locale, 'home', 'site.name') });
      const shown = await page.locator('#comments').getByRole('heading', { level: 3 }).allTextContents();
      expect(shown.length).toBeGreaterThan(2);
      expect(parts.FAQPage.mainEntity.map(({ name }: { name: string }) => name)).toEqual(shown);
    },
  );
}

test('the landing page starts an application with its type, like the page of types', async ({ page }) => {
  const starts = async (address: string, name: (type: string) => string) => {
    await page.goto(address);
    return Promise.all(
      APPLICATION_TYPES.map((type) =>
        page.getByRole('link', { name: name(type), includeHidden: true }).getAttribute('href'),
      ),
    );
  };
  const wanted = APPLICATION_TYPES.map((type) => `/en${startRoute(type)}`);
  expect(await starts('/en/type/application', (type) => words('en', 'application', `choose.start.${type}`))).toEqual(
    wanted,
  );
  expect(await starts('/en', (type) => words('en', 'application', `choose.start.${type}`))).toEqual(wanted);
  await page.getByRole('link', { name: words('en', 'application', 'choose.start.founder') }).click();
  // The type is not asked again, since the number of parts depends on it.
  await expect(
    page.getByRole('heading', { level: 1, name: sentence('en', 'application', 'part.where') }),
  ).toBeVisible();
  await expect(page.getByRole('textbox').first()).toBeEditable();
});

for (const locale of LOCALES) {
  test(
    `the type choice lists what the chosen type needs, and links to its list of documents (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      const says = (path: string) => words(locale, 'application', path);
      await page.goto(`/${locale}/type/application`);
      const list = page.getByRole('link', { name: says('type.list'), exact: true });
      await expect(list.filter({ visible: true })).toHaveCount(0);
      for (const type of APPLICATION_TYPES) {
        await page.locator(`label[for="choose-${type}"]`).click();
        await expect(list.filter({ visible: true })).toHaveAttribute('href', `/${locale}${documentsRoute(type)}`);
        await expect(page.getByText(says('choose.relatives')).filter({ visible: true })).toHaveCount(1);
        await page.getByText(says('choose.also')).filter({ visible: true }).click();
        for (const text of [
          says(`papers.${type}.also`),
          ...['stay', 'family', 'travel'].map((part) => says(`choose.asks.${part}`)),
        ])
          await expect(page.getByRole('listitem').filter({ hasText: text, visible: true }), text).toHaveCount(1);
      }
    },
  );
}

test('the landing page prints as a hand-out', RELEASE, async ({ page }) => {
  await page.goto('/ru');
  const region = page.getByRole('region', { name: words('ru', 'home', 'carousel.pictures') });
  const print = page.getByRole('link', { name: words('ru', 'home', 'types.print') });
  const apply = page.getByRole('main').getByRole('link', { name: words('ru', 'home', 'hero.apply') });
  const screenOnly = [page.getByRole('banner'), region, apply.first(), page.getByRole('contentinfo'), print];
  for (const part of screenOnly) await expect(part).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const part of screenOnly) await expect(part).toBeHidden();
  await expect(page.locator('#times')).toBeVisible();
  for (const type of APPLICATION_TYPES) {
    await expect(page.getByRole('heading', { name: words('ru', 'application', `types.${type}.title`) })).toBeVisible();
  }
  for (const question of await page.locator('#comments').getByRole('group').all()) {
    await expect(question.getByRole('paragraph').first()).toBeVisible();
  }
  // A sheet of A4 at 96 dpi; wider content would be cut off.
  await page.setViewportSize({ width: 794, height: 1123 });
  expect(await overflowWidth(page)).toBeLessThanOrEqual(0);
});

test('the footer has the support number and the four social links', RELEASE, async ({ page }) => {
  const slim = ['/auth', '/parcel/draft', '/parcel/company'];
  for (const route of PUBLIC_ROUTES.filter((one) => !slim.includes(one))) {
    await page.goto(`/en${route}`);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: '1345' }), route).toHaveAttribute('href', `tel:${SUPPORT_PHONE}`);
    const links = await footer
      .getByRole('list', { name: words('en', 'home', 'footer.social') })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => ({ name: link.textContent, href: link.getAttribute('href') })));
    expect(links, route).toEqual(SOCIAL_LINKS);
    expect(links.map(({ name }) => name)).toEqual(['Telegram', 'Instagram', 'Facebook', 'YouTube']);
  }
});

test('icons, manifests and the texts of every namespace are served', async ({ page, request }) => {
  for (const locale of LOCALES) {
    await page.goto(`/${locale}`);
    for (const link of await page.locator('link[rel$="icon"]').all()) {
      const response = await request.get((await link.getAttribute('href')) ?? '');
      expect(response.headers()['content-type']).toMatch(/^image\//);
    }
    const manifest = await request.get((await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '');
    const { lang, icons } = (await manifest.json()) as { lang: string; icons: { src: string }[] };
    expect(lang).toBe(locale);
    for (const { src } of icons) expect((await request.get(src)).status(), src).toBe(200);
    for (const namespace of NAMESPACES) {
      const response = await request.get(`/assets/locales/${namespace}/${locale}.json`);
      expect(Object.keys(await response.json()).length, namespace).toBeGreaterThan(0);
    }
  }
});

test('the site map lists the public pages in both languages, and robots.txt excludes the others', async ({
  request,
}) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  const topics = TOPIC_PAGES.flatMap((page) => readdirSync(`src/content/${page}`).map((topic) => `/${page}/${topic}`));
  expect(listed.toSorted()).toEqual(
    LOCALES.flatMap((locale) =>
      ['', '/type/application', ...INFORMATION_PAGES.map((page) => `/${page}`), ...topics].map(
        (route) => `/${locale}${route}`,
      ),
    ).toSorted(),
  );
  for (const path of listed) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['x-robots-tag'] ?? '', path).not.toContain('noindex');
  }
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /api/');
  expect(robots).toContain('/sitemap.xml');
});
