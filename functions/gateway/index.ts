/** The gateway worker: reads its environment at the first request and hands every request to the application. */
import { createGateway, finish } from './app.ts';
import { Refusal } from './call.ts';
import { createTokenBinding } from './cookies.ts';
import { readSettings } from './env.ts';
import { createForward, type ForwardOptions, HOST_TIMEOUT_MS } from './forward.ts';
import { HEALTH_TIMEOUT_MS } from './health.ts';
import { createLog } from './log.ts';

// biome-ignore lint/suspicious/noConsole: the console is a worker's log
const log = createLog((level, line) => console[level](line));

/** A service binding has no address of its own; the name only shows up in the embedded host's own log. */
const EMBEDDED_ORIGIN = 'https://admin.internal';

let gateway: ReturnType<typeof createGateway> | undefined;

function assemble(env: Env): ReturnType<typeof createGateway> {
  const { bindSecret, adminOrigin, closedUntil } = readSettings(env);
  const send: ForwardOptions['send'] = adminOrigin
    ? (url, init) => fetch(url, init)
    : (url, init) => env.ADMIN.fetch(url, init);
  const host = { origin: adminOrigin ?? EMBEDDED_ORIGIN, send };
  return createGateway({
    forward: createForward({ ...host, timeoutMs: HOST_TIMEOUT_MS }),
    ask: createForward({ ...host, timeoutMs: HEALTH_TIMEOUT_MS }),
    binding: createTokenBinding({ secret: bindSecret }),
    limiters: { few: env.RATE_FEW, some: env.RATE_SOME, many: env.RATE_MANY },
    assets: env.ASSETS,
    log,
    closedUntil,
  });
}

export default {
  async fetch(request, env, context) {
    try {
      gateway ??= assemble(env);
    } catch (error) {
      const requestId = crypto.randomUUID();
      log.fault(requestId, error instanceof Error ? error.message : 'the gateway could not start', error);
      return finish(new Refusal('internal', 'The gateway is not set up').toResponse(requestId), requestId);
    }
    return gateway.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;
