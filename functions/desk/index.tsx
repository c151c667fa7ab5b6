/** The desk's entry: checks settings, token and role, then routes. Rule: without a valid token of Access nothing is served, not even assets. */
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { routePath } from 'hono/route';
import { isLocale } from '../../src/domain/i18n/locales.ts';
import { chooseLocale, parseAcceptLanguage } from '../../src/domain/i18n/paths.ts';
import { describeError, log } from '../admin/runtime/log.ts';
import { withRetries } from '../admin/store/database.ts';
import { authenticate } from './request/access.ts';
import { makeOffice, type OfficeBindings } from './request/office.ts';
import { requireOwnForm, requireOwnSite } from './request/own-requests.ts';
import { securityHeaders } from './request/security.ts';
import { type DeskEnv, readDeskSettings } from './request/settings.ts';
import { routes } from './routes/index.ts';
import { notFoundPage, refusalPage, requireRole } from './routes/refusals.tsx';

const app = new Hono<OfficeBindings>();

app.use(async (c, next) => {
  const began = Date.now();
  c.set('requestId', crypto.randomUUID());
  await next();
  c.header('X-Request-Id', c.var.requestId);
  log({
    ...{ level: c.res.status >= 500 ? 'error' : 'info', request_id: c.var.requestId },
    ...{ endpoint: `desk ${routePath(c, -1)}`, status: c.res.status, ms: Date.now() - began },
    ...(c.error && c.res.status >= 500 ? { detail: describeError(c.error) } : {}),
  });
});
app.use(securityHeaders);

/** Downloads of personal data, which leave an entry in the log. */
const LOGGED_DOWNLOADS = ['/applications.csv', '/applications/:id/personal.zip'];

const LOCALE_COOKIE = 'desk_lng';

app.use(async (c, next) => {
  const settings = readDeskSettings(c.env);
  const officer = await authenticate(c.req.raw, settings);
  if (!officer) return c.text('Sign in with Cloudflare Access. Войдите через Cloudflare Access.', 403);
  const query = c.req.query('lng') ?? null;
  if (isLocale(query))
    setCookie(c, LOCALE_COOKIE, query, { path: '/', secure: true, sameSite: 'Lax', maxAge: 31_536_000 });
  const browser = parseAcceptLanguage(c.req.header('Accept-Language'));
  const locale = chooseLocale({ query, cookie: getCookie(c, LOCALE_COOKIE), browser });
  const { pathname, search } = new URL(c.req.url);
  c.set('office', makeOffice(c.env, { settings, officer, locale, path: pathname + search }));
  return next();
});

app.use(requireOwnForm);
for (const path of LOGGED_DOWNLOADS) app.use(path, requireOwnSite);

app.get('/assets/*', (c) => c.env.ASSETS.fetch(c.req.raw));

app.use(async (c, next) => {
  requireRole(c.var.office, 'read');
  await next();
});

app.route('/', routes);

app.notFound(notFoundPage);
app.onError((error, c) => {
  if (!c.get('office')) return c.text('The desk is not available. Рабочее место недоступно.', 503);
  return refusalPage(c, error);
});

export default {
  fetch: (request, env, context) => app.fetch(request, withRetries(env), context),
} satisfies ExportedHandler<DeskEnv>;
