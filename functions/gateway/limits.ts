/** Limits that need only headers: maintenance, type and size of bodies, rates. */
import { CALL_LIMITS, type Endpoint, type PerMinute } from '../../src/domain/api/endpoints.ts';
import { Refusal } from '../../src/domain/api/refusal.ts';
import { networkOf } from '../../src/domain/security/network.ts';
import type { GatewayStep } from './request/call.ts';

const UNKNOWN_END_S = 600;

/** Refuses with 503 `maintenance` until `closedUntil`, milliseconds since 1970 or infinity. */
export function requireOpen({ closedUntil }: { closedUntil: number | null }): GatewayStep {
  return () => {
    const seconds = Math.ceil(((closedUntil ?? 0) - Date.now()) / 1000);
    if (seconds <= 0) return;
    const wait = Number.isFinite(seconds) ? seconds : UNKNOWN_END_S;
    throw new Refusal('maintenance', 'The portal is closed for maintenance', {
      headers: { 'Retry-After': String(wait) },
    });
  };
}

const MEDIA: Record<Exclude<Endpoint['body'], 'none'>, RegExp> = {
  json: /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i,
  octets: /^application\/octet-stream$/i,
  multipart: /^multipart\/form-data\s*;\s*boundary=(?:"[^"\r\n]{1,70}"|[^\s;"]{1,70})$/i,
};

/** Refuses with 415 `unsupported_media` or 413 `too_large`. */
export function checkRequestBody(): GatewayStep {
  return ({ request, match: { id, endpoint } }) => {
    if (endpoint.body !== 'none') {
      const type = request.headers.get('content-type') ?? '';
      const encoding = request.headers.get('content-encoding') ?? 'identity';
      if (!MEDIA[endpoint.body].test(type) || encoding !== 'identity') {
        throw new Refusal('unsupported_media', `This call takes a body of type ${endpoint.body}`);
      }
    }
    const { bytes } = CALL_LIMITS[id];
    if (Number(request.headers.get('content-length') ?? 0) > bytes) throw refuseTooLarge(bytes);
  };
}

export const refuseTooLarge = (limit: number) => new Refusal('too_large', `The body is larger than ${limit} bytes`);

const WINDOW_SECONDS = 60;
const JITTER_SECONDS = 30;

/** The rate limiters of wrangler.toml: calls a minute. */
const RATES_PER_MINUTE: readonly PerMinute[] = [20, 60, 120, 600];

export type Limiters = Record<PerMinute, RateLimit>;
type FaultLog = { fault(requestId: string, what: string, error: unknown): void };

/** Refuses with 429 `slow_down` and a `Retry-After` of 60 to 89 seconds. If a limiter itself fails, the call is accepted. */
export function throttle({ limiters, log }: { limiters: Limiters; log: FaultLog }): GatewayStep {
  for (const rate of RATES_PER_MINUTE) {
    if (typeof limiters[rate]?.limit !== 'function')
      throw new TypeError(`The throttle needs the rate limiter of ${rate} calls a minute`);
  }
  return async ({ match, address, requestId }) => {
    const { perMinute } = CALL_LIMITS[match.id];
    if (perMinute === null) return;
    const key = `${match.id}:${networkOf(address)}`;
    const { success } = await limiters[perMinute].limit({ key }).catch((error: unknown) => {
      log.fault(requestId, 'a rate limiter failed', error);
      return { success: true };
    });
    if (success) return;
    const seconds = WINDOW_SECONDS + Math.floor(Math.random() * JITTER_SECONDS);
    throw new Refusal('slow_down', 'Too many calls from this address', { headers: { 'Retry-After': String(seconds) } });
  };
}
