/**
 * Astro's development server with the workers behind it. Needs the installed Node.
 * Usage: dev-pages.mjs <port> <port of the workers>
 */
import { dev } from 'astro';
import { chooseLocale, LOCALE_COOKIE, LOCALE_QUERY, parseAcceptLanguage } from '../../src/domain/i18n/negotiate.ts';
import { localePath, splitLocale } from '../../src/domain/i18n/paths.ts';
import { ROOT } from './machine.mjs';

const [port, workersPort] = process.argv.slice(2).map(Number);
const workers = `http://127.0.0.1:${workersPort}`;

/** Gives unprefixed addresses and employee visas their page, as the gateway does. */
const negotiation = {
  name: 'negotiated-addresses',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
      if (wantsPage && !/\.|^\/[@_]|^\/(?:api|files|node_modules)(?:\/|$)/.test(url.pathname)) {
        const named = splitLocale(url.pathname);
        const route = named.path.replace(/^(\/employee-visa)\/[\w-]+$/, '$1');
        request.url = localePath(named.locale ?? negotiate(request, url), route) + url.search;
      }
      next();
    });
  },
};

function negotiate(request, url) {
  const cookie = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1];
  return chooseLocale({
    query: url.searchParams.get(LOCALE_QUERY),
    cookie,
    browser: parseAcceptLanguage(request.headers['accept-language']),
  });
}

await dev({
  root: ROOT,
  server: { port, host: '127.0.0.1' },
  vite: {
    plugins: [negotiation],
    server: { strictPort: true, proxy: { '/api': workers, '/files': workers } },
  },
});
