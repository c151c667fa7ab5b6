/** Slows down a network address that calls an endpoint too often (endpoint table, `rate`). */
import { RATES, type Rate } from '../../src/domain/api/endpoints.ts';
import type { Step } from './pipeline.ts';
import { Refusal } from './refusal.ts';

/** The rate-limit bindings count in windows of this many seconds (wrangler.toml, `[[ratelimits]]`). */
const WINDOW_SECONDS = 60;
/** Those who were refused together come back over so many seconds more. */
const SPREAD_SECONDS = 30;

/** Counts calls for each key, one for each rate of the endpoint table. */
export type Limiters = Record<Rate, RateLimit>;

/** Refuses with 429 `slow_down`, with a `Retry-After` of 60 to 89 seconds. */
export function throttle({ limiters }: { limiters: Limiters }): Step {
  for (const rate of Object.keys(RATES) as Rate[]) {
    if (typeof limiters[rate]?.limit !== 'function')
      throw new TypeError(`The throttle needs the rate limiter "${rate}"`);
  }
  return async ({ match, address }) => {
    const { rate } = match.endpoint;
    if (rate === null) return;
    const { success } = await limiters[rate].limit({ key: `${match.id}:${subscriberOf(address)}` });
    if (success) return;
    const seconds = WINDOW_SECONDS + Math.floor(Math.random() * SPREAD_SECONDS);
    throw new Refusal('slow_down', 'Too many calls from this address', { 'Retry-After': String(seconds) });
  };
}

/** Whoever has one IPv6 address has the 2^64 of its network, and could take another for each call (RFC 6177): its first 64 bits. */
function subscriberOf(address: string): string {
  if (!address.includes(':')) return address;
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  const network = [...start, ...(address.includes('::') ? zeros : []), ...end].slice(0, 4);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
