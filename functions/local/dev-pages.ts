/** Astro's development server with the workers behind it. Usage: dev-pages.ts <port> <port of the workers> */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AstroIntegration, dev } from 'astro';
import type { Plugin } from 'vite';
import { BODY_FORM_PATH } from '../../src/domain/application/body-form.ts';
import { LOCALES, type Locale, NAMESPACES } from '../../src/domain/i18n/locales.ts';
import {
  chooseLocale,
  LOCALE_COOKIE,
  LOCALE_QUERY,
  localePath,
  parseAcceptLanguage,
  splitLocale,
  withPlainLocale,
} from '../../src/domain/i18n/paths.ts';
import { ROOT } from './machine.ts';

const [port = 0, workersPort = 0] = process.argv.slice(2).map(Number);
const workers = `http://127.0.0.1:${workersPort}`;

const CALL = '^/(?:api|files)(?:/|$)';

const negotiatedAddresses: Plugin = {
  name: 'negotiated-addresses',
  enforce: 'pre',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (new RegExp(CALL).test(url.pathname)) return next();
      const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
      if (wantsPage && !/\.|^\/[@_]|^\/node_modules\//.test(url.pathname)) {
        const plain = withPlainLocale(url.pathname);
        if (plain !== null) return response.writeHead(308, { Location: plain + url.search }).end();
        const named = splitLocale(url.pathname);
        const route = named.path.replace(/^(\/employee-visa)\/[^/]+$/, '$1');
        request.url = localePath(named.locale ?? negotiate(request, url), route) + url.search;
      }
      next();
    });
  },
};

function negotiate(request: IncomingMessage, url: URL): Locale {
  const cookie = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1];
  return chooseLocale({
    query: url.searchParams.get(LOCALE_QUERY),
    cookie,
    browser: parseAcceptLanguage(request.headers['accept-language']),
  });
}

/** Restarts the server on new texts, which i18next reads only at its start. */
const restartOnNewWords: AstroIntegration = {
  name: 'restart-on-new-words',
  hooks: {
    'astro:config:setup': ({ addWatchFile }) => {
      for (const namespace of NAMESPACES) {
        for (const locale of LOCALES) addWatchFile(pathToFileURL(join(ROOT, 'locales', namespace, `${locale}.json`)));
      }
    },
  },
};

await dev({
  root: ROOT,
  integrations: [restartOnNewWords],
  server: { port, host: '127.0.0.1' },
  vite: {
    plugins: [negotiatedAddresses],
    server: { strictPort: true, proxy: { [CALL]: workers, [BODY_FORM_PATH]: workers } },
  },
});
