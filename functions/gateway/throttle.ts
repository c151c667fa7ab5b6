/** Slows down an address that calls a throttled endpoint too often (endpoint table, `throttled`). */
import type { Step } from './pipeline.ts';
import { Refusal } from './refusal.ts';

/** The rate-limit binding counts in windows of this many seconds (wrangler.toml, `[[ratelimits]]`). */
const WINDOW_SECONDS = 60;

/** Refuses with 429 `slow_down`. @param limiter counts calls for each key */
export function throttle({ limiter }: { limiter: RateLimit }): Step {
  if (typeof limiter?.limit !== 'function') throw new TypeError('The throttle needs a rate limiter');
  return async ({ match, address }) => {
    if (!match.endpoint.throttled) return;
    const { success } = await limiter.limit({ key: `${match.id}:${address}` });
    if (!success) {
      throw new Refusal('slow_down', 'Too many calls from this address', { 'Retry-After': String(WINDOW_SECONDS) });
    }
  };
}
