/** The result of a failed check, and the part of a response that it shows. */
import type { Told } from './host-client.ts';

/**
 * The effect of a finding on the portal: `stops` something for everybody; `worsens` it, since the portal does without; or is
 * `unsafe` for applicants or their data.
 */
export const EFFECTS = ['stops', 'worsens', 'unsafe'] as const;
export type Effect = (typeof EFFECTS)[number];

/** Replaces the effect of the check for this finding. */
export interface Consequence {
  effect: Effect;
  /** The meaning for applicants: a sentence. */
  means: string;
}

/** The host is wrong; the message has what was received, without passwords and tokens. */
export class Finding extends Error {
  override name = 'Finding';
  readonly consequence: Consequence | null;
  constructor(seen: string, consequence: Consequence | null = null) {
    super(seen);
    this.consequence = consequence;
  }
}

/** The host lacks an optional call. */
export class Missing extends Error {
  override name = 'Missing';
}

/** A condition of the check was not met. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** @throws Finding with what was received, unless the condition holds */
export function expectThat(holds: boolean, seen: string, consequence: Consequence | null = null): asserts holds {
  if (!holds) throw new Finding(seen, consequence);
}

/** @throws Finding unless the status is expected @param what the call and what was sent */
export function expectStatus(
  told: Told,
  expected: readonly number[],
  what: string,
  consequence: Consequence | null = null,
): void {
  expectThat(
    expected.includes(told.status),
    `${what}: expected ${expected.join(' or ')}, received ${describeResponse(told)}`,
    consequence,
  );
}

/** The length of a body in a finding. */
const SHOWN = 160;
const SECRET = /("[^"]*(?:token|password|secret|hash|salt)[^"]*"\s*:\s*)"[^"]*"/gi;

/** Returns status and beginning of a body, without possible secrets. */
export function describeResponse({ status, headers, bytes }: Pick<Told, 'status' | 'headers' | 'bytes'>): string {
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (bytes.length === 0) return `${status} without a body`;
  if (!/^(?:text\/|application\/(?:[\w.-]+\+)?json)/.test(type))
    return `${status} with ${type || 'a body without a type'}`;
  const text = new TextDecoder().decode(bytes).replace(SECRET, '$1"…"').replace(/\s+/g, ' ').trim();
  return `${status} ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`;
}
