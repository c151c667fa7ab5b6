/**
 * The desk's entry: checks settings, token and role, then routes. Without a valid token of Access nothing is served, not even
 * assets.
 */
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { routePath } from 'hono/route';
import { isLocale } from '../../src/domain/i18n/locales.ts';
import { chooseLocale, parseAcceptLanguage } from '../../src/domain/i18n/paths.ts';
import { DRAWING_POLICY, DRAWING_SCRIPT } from '../../src/domain/security/headers.ts';
import { describeError, log } from '../admin/runtime/log.ts';
import { withRetries } from '../admin/store/database.ts';
import { requireRole, storeOfficerStatement } from '../office/officer.ts';
import { authenticateOfficer, signInAgain } from './request/access.ts';
import { makeOffice, type Office, type OfficeBindings } from './request/office.ts';
import { requireOwnForm, requireOwnSite, setDeskHeaders } from './request/security.ts';
import { type DeskEnv, readDeskSettings } from './request/settings.ts';
import { textsIn } from './request/texts.ts';
import { errorPage, notFoundPage, routes } from './routes/index.tsx';

const app = new Hono<OfficeBindings>();

app.use(async (c, next) => {
  const began = Date.now();
  c.set('requestId', crypto.randomUUID());
  await next();
  c.header('X-Request-Id', c.var.requestId);
  log({
    level: c.res.status >= 500 ? 'error' : 'info',
    request_id: c.var.requestId,
    endpoint: `desk ${routePath(c, -1)}`,
    status: c.res.status,
    ms: Date.now() - began,
    ...(c.error && c.res.status >= 500 ? { detail: describeError(c.error) } : {}),
  });
});
app.use(setDeskHeaders);

const LOCALE_COOKIE = 'desk_lng';

app.use(async (c, next) => {
  const settings = readDeskSettings(c.env);
  const officer = await authenticateOfficer(c.req.raw, settings);
  const query = c.req.query('lng') ?? null;
  const browser = parseAcceptLanguage(c.req.header('Accept-Language'));
  const locale = chooseLocale({ query, cookie: getCookie(c, LOCALE_COOKIE), browser });
  if (!officer) return signInAgain(c, locale);
  if (isLocale(query)) rememberLocale(c, query);
  // In a link, a path that begins with two slashes would name another host.
  const { pathname, search } = new URL(c.req.url);
  const path = pathname.replace(/^\/+/, '/') + search;
  c.set('office', makeOffice(c.env, officer, { settings, locale, path, isHead: c.req.method === 'HEAD' }));
  return next();
});

app.use(requireOwnForm);
// Downloads of personal data: each adds an entry to the log.
for (const path of ['/applications.xlsx', '/applications.csv', '/applications/:id/personal.zip'])
  app.use(path, requireOwnSite);

/** Takes the language of a form that was sent to change it. */
app.use(async (c, next) => {
  if (c.req.method !== 'POST') return next();
  const { lng } = await c.req.parseBody();
  if (typeof lng !== 'string' || !isLocale(lng)) return next();
  rememberLocale(c, lng);
  c.set('office', { ...c.var.office, ...textsIn(lng, c.var.office.now), locale: lng });
  return next();
});

const rememberLocale = (c: Parameters<typeof setCookie>[0], locale: string) =>
  setCookie(c, LOCALE_COOKIE, locale, { path: '/', secure: true, sameSite: 'Lax', maxAge: 31_536_000 });

app.get('/assets/*', async (c) => {
  const asset = await c.env.ASSETS.fetch(c.req.raw);
  if (!c.req.path.startsWith(`/assets/${DRAWING_SCRIPT}`)) return asset;
  const script = new Response(asset.body, asset);
  script.headers.set('Content-Security-Policy', DRAWING_POLICY);
  return script;
});

app.use(async (c, next) => {
  const { office } = c.var;
  requireRole(office, 'read');
  await next();
  c.executionCtx.waitUntil(storeOfficer(office, c.var.requestId));
});

/** Writes a row once a day and officer, and when rights have changed. After a fault the next page does. */
async function storeOfficer(office: Office, requestId: string): Promise<void> {
  try {
    await storeOfficerStatement(office).run();
  } catch (error) {
    log({ level: 'error', request_id: requestId, endpoint: 'desk officer', detail: describeError(error) });
  }
}

app.route('/', routes);

app.notFound(notFoundPage);
app.onError((error, c) => {
  if (!c.get('office')) return c.text('The desk is not available. Рабочее место недоступно.', 503);
  return errorPage(c, error);
});

export default {
  fetch: (request, env, context) => app.fetch(request, withRetries(env), context),
} satisfies ExportedHandler<DeskEnv>;
