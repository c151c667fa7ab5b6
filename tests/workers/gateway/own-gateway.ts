/** A separate gateway for a test, with real assets and limiters, and its log. */
import { env } from 'cloudflare:workers';
import { createGateway } from '../../../functions/gateway/app.ts';
import { createTokenBinding } from '../../../functions/gateway/cookies.ts';
import { createForward, type ForwardOptions } from '../../../functions/gateway/forward.ts';
import { createLog } from '../../../functions/gateway/log.ts';
import { visitor } from './visitor.ts';

export const HOST = 'https://host.test';

type Own = Partial<Pick<ForwardOptions, 'send' | 'timeoutMs' | 'sign'>> & Partial<Parameters<typeof createGateway>[0]>;

/** @returns a visitor of the gateway and its log @param own settings that differ from those before the recording host */
export function startGateway(own: Own = {}) {
  const { send = (url, init) => env.ADMIN.fetch(url, init), timeoutMs = 5000, sign, ...options } = own;
  const lines: Record<string, unknown>[] = [];
  const gateway = createGateway({
    forward: createForward({ origin: HOST, send, timeoutMs, sign }),
    binding: createTokenBinding({ secret: env.BIND_SECRET }),
    limiters: { 20: env.RATE_20, 60: env.RATE_60, 120: env.RATE_120, 600: env.RATE_600 },
    assets: env.ASSETS,
    log: createLog((_, line) => lines.push(JSON.parse(line))),
    ...options,
  });
  return { ...visitor((request) => gateway.fetch(request)), lines };
}
