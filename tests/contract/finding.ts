/** How a check ends that does not hold, and what a finding shows of an answer. */
import type { Told } from './host-client.ts';

/**
 * What a finding means for the portal: `stops` something for everybody; `worsens` it, since the portal does without; or is
 * `unsafe` for applicants or their data.
 */
export const EFFECTS = ['stops', 'worsens', 'unsafe'] as const;
export type Effect = (typeof EFFECTS)[number];

/** In place of what the check says of itself, where this finding means something else. */
export interface Consequence {
  effect: Effect;
  /** What it means for applicants: a sentence. */
  means: string;
}

/** The host does it wrong; the message says what was seen, without passwords and tokens. */
export class Finding extends Error {
  override name = 'Finding';
  readonly consequence: Consequence | null;
  constructor(seen: string, consequence: Consequence | null = null) {
    super(seen);
    this.consequence = consequence;
  }
}

/** The host has no such call, and may lack it. */
export class Missing extends Error {
  override name = 'Missing';
}

/** What the check builds on did not hold. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** @throws Finding with what was seen, unless it holds */
export function see(holds: boolean, seen: string, consequence: Consequence | null = null): asserts holds {
  if (!holds) throw new Finding(seen, consequence);
}

/** @throws Finding unless the status is one of those that are expected @param what the call and what was sent */
export function seeStatus(
  told: Told,
  expected: readonly number[],
  what: string,
  consequence: Consequence | null = null,
): void {
  see(
    expected.includes(told.status),
    `${what}: expected ${expected.join(' or ')}, received ${received(told)}`,
    consequence,
  );
}

/** Characters of a body that a finding shows. */
const SHOWN = 160;
const SECRET = /("[^"]*(?:token|password|secret|hash|salt)[^"]*"\s*:\s*)"[^"]*"/gi;

/** Status and the beginning of a body, without what may be secret. */
export function received({ status, headers, bytes }: Pick<Told, 'status' | 'headers' | 'bytes'>): string {
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (bytes.length === 0) return `${status} without a body`;
  if (!/^(?:text\/|application\/(?:[\w.-]+\+)?json)/.test(type))
    return `${status} with ${type || 'a body without a type'}`;
  const text = new TextDecoder().decode(bytes).replace(SECRET, '$1"…"').replace(/\s+/g, ' ').trim();
  return `${status} ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`;
}
