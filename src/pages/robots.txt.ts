/** What search engines may read; names the site map. */
import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ site, url }) =>
  new Response(
    `User-agent: *\nDisallow: /api/\nDisallow: /files/\n\nSitemap: ${new URL('/sitemap.xml', site ?? url)}\n`,
    {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    },
  );
