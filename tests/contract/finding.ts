/** The outcomes of a failed check, and how responses are shown in findings. */
import type { HostProfile } from '../../functions/gateway/host/profile.ts';
import type { HostReply } from './host-client.ts';

/**
 * The effect of a finding on the portal: `stops` a function; `worsens` it, since the portal works without; or is `unsafe` for
 * applicants or their data, which only a {@link Harm} states.
 */
export const EFFECTS = ['stops', 'worsens', 'unsafe'] as const;
export type Effect = (typeof EFFECTS)[number];

/** Effect and meaning of a finding, in place of the check's own. */
export interface Consequence {
  effect: Effect;
  /** What it means for applicants: a sentence. */
  means: string;
}

/** The check failed; the message has expected and received values, without passwords and tokens. */
export class Finding extends Error {
  override name = 'Finding';
  readonly consequence: Consequence | null;
  constructor(seen: string, consequence: Consequence | null = null) {
    super(seen);
    this.consequence = consequence;
  }
}

/** A step has shown that the host harms applicants or their data. */
export class Harm extends Finding {
  override name = 'Harm';
  /** @param seen what the step did and what the host did @param means for applicants: a sentence */
  constructor(seen: string, means: string) {
    super(seen, { effect: 'unsafe', means });
  }
}

/** The host did not respond to a call. */
export class NoResponse extends Finding {
  override name = 'NoResponse';
}

/** @throws Harm if `isHarmed` */
export function assertNoHarm(isHarmed: boolean, seen: string, means: string): void {
  if (isHarmed) throw new Harm(seen, means);
}

/** The host differs in a way that its profile can say; with the profile the portal works as with any host. */
export class Profiled extends Error {
  override name = 'Profiled';
  readonly setting: keyof HostProfile;
  /** @param seen expected and received values */
  constructor(seen: string, setting: keyof HostProfile) {
    super(seen);
    this.setting = setting;
  }
}

/** The host refused the check's own sample, so that the question is open. */
export class Undecided extends Error {
  override name = 'Undecided';
}

/** The host lacks an optional call. */
export class Missing extends Error {
  override name = 'Missing';
}

/** An earlier check that this one requires failed. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** @throws Finding with the message `seen`, unless `holds` */
export function assert(holds: boolean, seen: string, consequence: Consequence | null = null): asserts holds {
  if (!holds) throw new Finding(seen, consequence);
}

/** @throws Finding unless the status is an expected one @param what the call and what it sent */
export function assertStatus(
  reply: HostReply,
  expected: readonly number[],
  what: string,
  consequence: Consequence | null = null,
): void {
  assert(
    expected.includes(reply.status),
    `${what}: expected ${expected.join(' or ')}, received ${received(reply)}`,
    consequence,
  );
}

/** The number of characters of a body that a finding shows. */
const SHOWN = 160;
const SECRET = /("[^"]*(?:token|password|secret|hash|salt)[^"]*"\s*:\s*)"[^"]*"/gi;

/** The status and the beginning of a body, with the values of secret properties hidden. */
export function received({ status, headers, bytes }: Pick<HostReply, 'status' | 'headers' | 'bytes'>): string {
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (bytes.length === 0) return `${status} without a body`;
  if (!/^(?:text\/|application\/(?:[\w.-]+\+)?json)/.test(type))
    return `${status} with ${type || 'a body without a type'}`;
  const text = new TextDecoder().decode(bytes).replace(SECRET, '$1"…"').replace(/\s+/g, ' ').trim();
  return `${status} ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`;
}
