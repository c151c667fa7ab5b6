/** The public pages for search engines, each with its other languages. */
import type { APIRoute } from 'astro';
import { INFORMATION_PAGES, TOPIC_PAGES } from '../content/collections.ts';
import { LOCALES } from '../domain/i18n/locales.ts';
import { localePath } from '../domain/i18n/paths.ts';
import { topicPaths } from '../layouts/topic-paths.ts';

const topics = await Promise.all(
  TOPIC_PAGES.map(async (page) => (await topicPaths(page)).map(({ params }) => `/${page}/${params.topic}`)),
);
const ROUTES = [
  ...new Set(['/', '/type/application', ...INFORMATION_PAGES.map((page) => `/${page}`), ...topics.flat()]),
];

export const GET: APIRoute = ({ site, url }) => {
  const address = (path: string) => new URL(path, site ?? url).href;
  const entry = (route: string) => {
    const others = LOCALES.map(
      (locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(localePath(locale, route))}"/>`,
    ).join('');
    const byChoice = `<xhtml:link rel="alternate" hreflang="x-default" href="${address(route)}"/>`;
    return LOCALES.map(
      (locale) => `<url><loc>${address(localePath(locale, route))}</loc>${others}${byChoice}</url>`,
    ).join('');
  };
  const body = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${ROUTES.map(entry).join('')}</urlset>`;
  return new Response(body, { headers: { 'Content-Type': 'application/xml' } });
};
