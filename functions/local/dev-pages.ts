/** Astro's development server with the workers behind it. Usage: dev-pages.ts <port> <port of the workers> */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AstroIntegration, dev } from 'astro';
import type { Plugin } from 'vite';
import { BODY_FORM_PATH } from '../../src/domain/application/body-form.ts';
import { DEFAULT_LOCALE, LOCALES, NAMESPACES } from '../../src/domain/i18n/locales.ts';
import { localePath, splitLocale } from '../../src/domain/i18n/paths.ts';
import { ROOT } from './machine.ts';

const [port = 0, workersPort = 0] = process.argv.slice(2).map(Number);
const workers = `http://127.0.0.1:${workersPort}`;

const CALL = '^/(?:api|files)(?:/|$)';

/** Serves the page of a visa at each code, and addresses without a language in the default one. */
const shortAddresses: Plugin = {
  name: 'short-addresses',
  enforce: 'pre',
  configureServer(server) {
    server.middlewares.use((request, _, next) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
      const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
      if (wantsPage && !new RegExp(CALL).test(pathname) && !/\.|^\/[@_]|^\/node_modules\//.test(pathname)) {
        const { locale, path } = splitLocale(pathname);
        const route = path.replace(/^(\/employee-visa)\/[^/]+$/, '$1');
        request.url = localePath(locale ?? DEFAULT_LOCALE, route) + search;
      }
      next();
    });
  },
};

/** i18next reads the texts once, when the server starts. */
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
    plugins: [shortAddresses],
    server: { strictPort: true, proxy: { [CALL]: workers, [BODY_FORM_PATH]: workers } },
  },
});
