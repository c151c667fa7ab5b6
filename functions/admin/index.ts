/**
 * The admin host's entry: matches calls, authenticates, and logs every response. Each minute it applies due decisions and sends
 * mail; each hour it sweeps.
 */
import { type Context, Hono } from 'hono';
import { FILES_BASE } from '../../src/domain/api/bases.ts';
import { HEALTH_PATH } from '../../src/domain/api/contract/health.ts';
import { matchEndpoint } from '../../src/domain/api/endpoints.ts';
import { Refusal } from '../../src/domain/api/refusal.ts';
import { applyDecisions } from '../office/waiting.ts';
import { isPassing } from '../platform/passing-faults.ts';
import { refusalResponse } from '../platform/refusal-response.ts';
import { raiseAlarms, remindUnanswered } from './mail/cron-mails.ts';
import { sendDue } from './mail/outbox.ts';
import { authenticateApplicant, type HostCall } from './routes/call.ts';
import { HANDLERS } from './routes/handlers.ts';
import { health, serveFile } from './routes/public.ts';
import { forgetErased } from './routes/requests.ts';
import type { AdminEnv } from './runtime/env.ts';
import { describeError, log } from './runtime/log.ts';
import { busyAfterFault } from './runtime/refusals.ts';
import { checkConfiguration } from './runtime/settings.ts';
import { withRetries } from './store/database.ts';
import { LastRuns } from './store/last-runs.ts';
import { sweep } from './store/sweep.ts';

interface Variables {
  requestId: string;
  now: number;
  endpoint: string;
}
type AppContext = Context<{ Bindings: AdminEnv; Variables: Variables }>;

const REQUEST_ID = /^[\w-]{8,128}$/;

const app = new Hono<{ Bindings: AdminEnv; Variables: Variables }>();

app.use(async (c, next) => {
  const given = c.req.header('X-Request-Id') ?? '';
  c.set('requestId', REQUEST_ID.test(given) ? given : crypto.randomUUID());
  c.set('now', Date.now());
  c.set('endpoint', 'none');
  await next();
  c.header('X-Request-Id', c.get('requestId'));
  const { status } = c.res;
  log({
    level: status >= 500 ? 'error' : 'info',
    request_id: c.get('requestId'),
    endpoint: c.get('endpoint'),
    status,
    ms: Date.now() - c.get('now'),
    ...(c.error ? describeRefusal(c.error) : {}),
  });
});

app.all('*', async (c) => {
  checkConfiguration(c.env);
  // The raw path, since Hono decodes some of it.
  const { pathname } = new URL(c.req.url);
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  if (pathname.startsWith(`${FILES_BASE}/`)) {
    c.set('endpoint', 'files');
    if (method !== 'GET') throw methodNotAllowed(['GET']);
    return serveFile(c.env, pathname, c.get('now'));
  }
  if (pathname === HEALTH_PATH) {
    c.set('endpoint', 'health');
    if (method !== 'GET') throw methodNotAllowed(['GET']);
    return health(c.env, c.get('requestId'), c.get('now'));
  }
  const match = matchEndpoint(method, pathname);
  if (!match) throw new Refusal('not_found', 'no such endpoint');
  if ('allow' in match) throw methodNotAllowed(match.allow);
  c.set('endpoint', match.id);
  return HANDLERS[match.id](await makeCall(c, match.params, match.endpoint.access === 'token'));
});

async function makeCall(c: AppContext, params: Record<string, string>, guarded: boolean): Promise<HostCall> {
  const now = c.get('now');
  return {
    env: c.env,
    request: c.req.raw,
    requestId: c.get('requestId'),
    params,
    now,
    session: guarded ? await authenticateApplicant(c.env, c.req.raw, now) : null,
    later: (work) => c.executionCtx.waitUntil(work),
  };
}

function methodNotAllowed(allow: string[]): Refusal {
  return new Refusal('method_not_allowed', 'the endpoint has other methods', { headers: { Allow: allow.join(', ') } });
}

app.onError((error, c) => refusalResponse(asRefusal(error), c.get('requestId')));

function asRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  return isPassing(error) ? busyAfterFault() : new Refusal('internal', 'unexpected error');
}

function describeRefusal(error: Error): { code: string; detail?: string } {
  const { code } = asRefusal(error);
  return error instanceof Refusal ? { code } : { code, detail: describeError(error) };
}

/** The cron of `wrangler.toml` that sends mail; the other one sweeps. */
const MAIL_CRON = '* * * * *';

export default {
  fetch: (request, env, context) => app.fetch(request, withRetries(env), context),

  async scheduled({ cron, scheduledTime: now }, env) {
    const request_id = crypto.randomUUID();
    const endpoint = cron === MAIL_CRON ? 'mail' : 'sweep';
    try {
      checkConfiguration(env);
      const host = withRetries(env);
      if (endpoint === 'mail') {
        await forgetErased(host);
        await applyDecisions(host, now, request_id);
        await sendDue(host, now, request_id);
      } else {
        await remindUnanswered(host, now);
        await sweep(host, now);
      }
      await new LastRuns(host.DB).store(endpoint, now);
      await raiseAlarms(host, now);
      if (endpoint === 'sweep') log({ level: 'info', request_id, endpoint });
    } catch (error) {
      log({ level: 'error', request_id, endpoint, detail: describeError(error) });
      throw error;
    }
  },
} satisfies ExportedHandler<AdminEnv>;
