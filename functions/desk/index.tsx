/** The desk's entry: settings, then who asks, then the page. Rule: without a token of Access nothing is served, no asset either. */
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import { routePath } from 'hono/route';
import { isLocale } from '../../src/domain/i18n/locales.ts';
import { chooseLocale, parseAcceptLanguage } from '../../src/domain/i18n/paths.ts';
import { describeError, log } from '../admin/runtime/log.ts';
import { retryWhenLocked } from '../admin/store/database.ts';
import { authenticate } from './request/access.ts';
import type { DeskEnv } from './request/env.ts';
import { type DeskContext, type DeskVariables, makeOffice } from './request/office.ts';
import { pagePolicy, securityHeaders } from './request/security.ts';
import { readDeskSettings } from './request/settings.ts';
import { applicationRoutes } from './routes/application.tsx';
import { decisionRoutes } from './routes/decision.tsx';
import { fileRoutes } from './routes/files.ts';
import { mailRoutes } from './routes/mails.tsx';
import { messageRoutes } from './routes/messages.tsx';
import { personalRoutes } from './routes/personal.tsx';
import { queueRoutes } from './routes/queue.tsx';
import { notFoundPage, refusalPage, requireRole } from './routes/refusals.tsx';
import { statisticsRoutes } from './routes/statistics.tsx';
import { templateRoutes } from './routes/templates.tsx';

const app = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

app.use(async (c, next) => {
  const began = Date.now();
  c.set('requestId', crypto.randomUUID());
  await next();
  c.header('X-Request-Id', c.get('requestId'));
  log({
    ...{ level: c.res.status >= 500 ? 'error' : 'info', request_id: c.get('requestId') },
    ...{ endpoint: `desk ${routePath(c, -1)}`, status: c.res.status, ms: Date.now() - began },
    ...(c.error && c.res.status >= 500 ? { detail: describeError(c.error) } : {}),
  });
});
app.use(securityHeaders);

const LOCALE_COOKIE = 'desk_lng';

app.use(async (c, next) => {
  const settings = readDeskSettings(c.env);
  const officer = await authenticate(c.req.raw, settings);
  if (!officer) return c.text('Sign in with Cloudflare Access. Войдите через Cloudflare Access.', 403);
  const url = new URL(c.req.url);
  const query = url.searchParams.get('lng');
  if (isLocale(query))
    setCookie(c, LOCALE_COOKIE, query, { path: '/', secure: true, sameSite: 'Lax', maxAge: 31_536_000 });
  const browser = parseAcceptLanguage(c.req.header('Accept-Language'));
  const locale = chooseLocale({ query, cookie: getCookie(c, LOCALE_COOKIE), browser });
  c.set('office', makeOffice(c.env, { settings, officer, locale, path: url.pathname + url.search }));
  return next();
});

/** A form comes from a page of the desk itself; no other kind of body is read. */
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
app.use(csrf());
app.use(async (c, next) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isRead && !FORM.test(c.req.header('Content-Type') ?? '')) return c.text('A form is expected.', 415);
  return next();
});

app.get('/assets/*', (c) => c.env.ASSETS.fetch(c.req.raw));

app.use(async (c, next) => {
  requireRole(c.get('office'), 'read');
  await next();
});

/** Pages have a policy of their own; the one with scans runs their script. */
app.use(async (c, next) => {
  await next();
  const isPage = c.res.headers.get('Content-Type')?.startsWith('text/html');
  if (!isPage || c.res.headers.has('Content-Security-Policy')) return;
  const isCase = /^\/applications\/[^/]+$/.test(c.req.path) && c.req.method === 'GET';
  c.header('Content-Security-Policy', pagePolicy(isCase));
});

for (const routes of [queueRoutes, personalRoutes, applicationRoutes, decisionRoutes, fileRoutes, mailRoutes])
  app.route('/', routes);
app.route('/', messageRoutes);
app.route('/', statisticsRoutes);
app.route('/', templateRoutes);

app.notFound((c) => (hasOffice(c) ? notFoundPage(c) : c.text('Not found', 404)));
app.onError((error, c) => {
  // Of Hono's own checks, such as that of the origin.
  if ('getResponse' in error && typeof error.getResponse === 'function') return error.getResponse() as Response;
  if (!hasOffice(c)) return c.text('The desk is not available. Рабочее место недоступно.', 503);
  return refusalPage(c, error);
});

const hasOffice = (c: DeskContext) => Boolean(c.get('office'));

/** Waits for storage that the portal's process holds, which is on a developer's machine only. */
function waiting(env: DeskEnv): DeskEnv {
  if (!env.STORAGE_IS_SHARED) return env;
  return { ...env, DB: retryWhenLocked(env.DB), FILES: retryWhenLocked(env.FILES) };
}

export default {
  fetch: (request, env, context) => app.fetch(request, waiting(env), context),
} satisfies ExportedHandler<DeskEnv>;
