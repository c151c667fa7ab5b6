import { Refusal } from '../../src/domain/api/refusal.ts';
import { fingerprintOf } from '../platform/fingerprint.ts';
import { isPassing, RETRY_AFTER_S, repeatPassing } from '../platform/passing-faults.ts';
import { refusalResponse } from '../platform/refusal-response.ts';
import { addCommonHeaders, createGateway } from './app.ts';
import { createTokenBinding } from './cookies.ts';
import { readSettings } from './env.ts';
import { createForward, type ForwardOptions, HOST_TIMEOUT_MS } from './forward.ts';
import { HEALTH_TIMEOUT_MS } from './health.ts';
import { createHostFiles } from './host/files.ts';
import { createLog } from './log.ts';
import { createSign } from './request/signature.ts';

// biome-ignore lint/suspicious/noConsole: the console is a worker's log
const log = createLog((level, line) => console[level](line));

const EMBEDDED_ORIGIN = 'https://admin.internal';

let gateway: ReturnType<typeof createGateway> | undefined;

/**
 * Repeats a read after a passing fault of the binding.
 * @throws Refusal 503 `busy` after the last attempt, and for other methods
 */
async function callEmbedded(host: Fetcher, url: string, init: RequestInit): Promise<Response> {
  try {
    const accepts = (error: unknown) => init.method === 'GET' && isPassing(error);
    return await repeatPassing(() => host.fetch(url, init), { accepts });
  } catch (error) {
    if (!isPassing(error)) throw error;
    throw new Refusal('busy', 'The admin host failed for a moment', {
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
    });
  }
}

function assemble(env: Env): ReturnType<typeof createGateway> {
  const { bindSecret, otherHost, profile, closedUntil, allowsBearerOnly } = readSettings(env, (error) =>
    log.fault(crypto.randomUUID(), error.message),
  );
  const host: Omit<ForwardOptions, 'timeoutMs'> = otherHost
    ? { origin: otherHost.origin, send: (url, init) => fetch(url, init), sign: createSign(otherHost) }
    : { origin: EMBEDDED_ORIGIN, send: (url, init) => callEmbedded(env.ADMIN, url, init) };
  return createGateway({
    forward: createForward({ ...host, timeoutMs: HOST_TIMEOUT_MS }),
    probe: createForward({ ...host, timeoutMs: HEALTH_TIMEOUT_MS }),
    binding: createTokenBinding({ secret: bindSecret }),
    limiters: { 20: env.RATE_20, 60: env.RATE_60, 120: env.RATE_120, 600: env.RATE_600 },
    assets: env.ASSETS,
    log,
    otherHost: otherHost && {
      origin: otherHost.origin,
      files: createHostFiles({ secret: bindSecret, prefixes: profile.files }),
    },
    profile,
    closedUntil,
    allowsBearerOnly,
    commit: env.VERSION?.tag,
    secrets: Object.fromEntries(
      Object.entries({ BIND_SECRET: bindSecret, ...(otherHost && { HOST_SECRET: otherHost.secret }) }).map(
        ([name, value]) => [name, fingerprintOf(name, value)],
      ),
    ),
  });
}

export default {
  async fetch(request, env, context) {
    try {
      gateway ??= assemble(env);
    } catch (error) {
      const requestId = crypto.randomUUID();
      log.fault(requestId, error instanceof Error ? error.message : 'the gateway could not start', error);
      return addCommonHeaders(
        refusalResponse(new Refusal('internal', 'The gateway is not set up'), requestId),
        requestId,
      );
    }
    return gateway.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;
