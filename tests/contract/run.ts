/** Runs all checks against a host, in order. */

import { DEFAULT_HOST_PROFILE, type HostProfile } from '../../functions/gateway/host/profile.ts';
import { createSign } from '../../functions/gateway/request/signature.ts';
import { type Check, CheckContext, type Level } from './check.ts';
import { type Consequence, type Effect, Finding, Missing, NotChecked, Profiled, Undecided } from './finding.ts';
import { HostClient } from './host-client.ts';
import { APPLYING, listFiles } from './levels/applying.ts';
import { CHANGES, discover } from './levels/changes.ts';
import { FILES, noSecrets, signOutAll } from './levels/files.ts';
import { OPTIONAL } from './levels/optional.ts';
import { errorsInShape, inventedToken, REACHABLE, signatureCheck } from './levels/reachable.ts';
import { SENDING_AGAIN } from './levels/sending-again.ts';
import { SIGNING_IN } from './levels/signing-in.ts';
import type { CreatedApplication, SampleFiles } from './people.ts';

/**
 * `profiled`: works with a setting of the profile. `missing`: an optional call. `undecided`: the host refused the sample.
 * `not_checked`: an earlier check that it requires failed.
 */
export type Outcome = 'holds' | 'profiled' | 'fails' | 'missing' | 'undecided' | 'not_checked';

/** Effect and meaning are those of the finding. */
export interface Result extends Pick<Check, 'name' | 'level' | 'means' | 'mend'> {
  effect: Effect;
  outcome: Outcome;
  /** Expected and received values; empty where it holds. */
  seen: string;
}

export interface Report {
  origin: string;
  /** The highest level that holds, with all levels below it; 0 for none. */
  level: Level | 0;
  results: Result[];
  /** Settings of the host's profile that the run has found; the others keep their defaults. */
  profile: Partial<HostProfile>;
  /** The call after which the host responded to nothing more; null for none. */
  endedAt: string | null;
  /** Applications that the run created; no call can delete them. */
  made: CreatedApplication[];
}

export interface RunOptions {
  origin: string;
  /** Shared with the host; null for the embedded host, which only the gateway can reach. */
  secret: string | null;
  files: SampleFiles;
  /** The host's profile so far. */
  profile?: HostProfile;
  /** Domain of the applicants' email addresses; example.org receives no mail (RFC 2606). */
  mailDomain?: string;
  /** Of the host's silence; the gateway's own by default. */
  timeoutMs?: number;
  send?: (url: string, init: RequestInit) => Promise<Response>;
}

/** All checks in order; the signature is checked only if there is a secret. */
export function checksFor(secret: string | null): Check[] {
  return [
    ...REACHABLE,
    ...APPLYING,
    ...(secret === null ? [] : [signatureCheck(secret)]),
    inventedToken,
    ...SIGNING_IN,
    ...FILES,
    ...SENDING_AGAIN,
    ...CHANGES,
    ...OPTIONAL,
    listFiles,
    noSecrets,
    errorsInShape,
  ];
}

export async function runChecks(options: RunOptions): Promise<Report> {
  const { origin, secret, files, mailDomain = 'example.org', send = (url, init) => fetch(url, init) } = options;
  const { profile = DEFAULT_HOST_PROFILE, timeoutMs } = options;
  const sign = secret === null ? null : createSign({ secret });
  const host = new HostClient({ origin, send, sign, profile, ...(timeoutMs !== undefined && { timeoutMs }) });
  const context = new CheckContext({ host, origin, files, mailDomain });
  const results: Result[] = [];
  for (const check of checksFor(secret)) {
    if (check === listFiles && results[0]?.outcome === 'holds') await findSettings(context);
    const { name, level, effect, means, mend } = check;
    const isUnreachable = results[0]?.outcome === 'fails';
    const checked = isUnreachable ? UNREACHABLE : await runCheck(check, context);
    results.push({
      ...{ name, level, effect, means, mend },
      ...checked.consequence,
      outcome: checked.outcome,
      seen: checked.seen,
    });
  }
  const found = Object.entries(host.profile).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULT_HOST_PROFILE[name as keyof HostProfile]),
  );
  const { created: made } = context;
  return { origin, level: levelOf(results), results, profile: Object.fromEntries(found), endedAt: host.endedAt, made };
}

/** Steps without a result of their own. */
async function findSettings(context: CheckContext): Promise<void> {
  for (const step of [discover, signOutAll])
    await step(context).catch((error: unknown) => {
      if (!(error instanceof Finding || error instanceof Undecided || error instanceof NotChecked)) throw error;
    });
}

interface CheckOutcome extends Pick<Result, 'outcome' | 'seen'> {
  consequence?: Consequence | null;
}

const UNREACHABLE: CheckOutcome = { outcome: 'not_checked', seen: 'the host is not reachable' };

async function runCheck(check: Check, context: CheckContext): Promise<CheckOutcome> {
  try {
    await check.run(context);
    return { outcome: 'holds', seen: '' };
  } catch (error) {
    if (error instanceof Finding) return { outcome: 'fails', seen: error.message, consequence: error.consequence };
    if (error instanceof Missing) return { outcome: 'missing', seen: error.message };
    if (error instanceof Profiled) return { outcome: 'profiled', seen: error.message };
    if (error instanceof Undecided) return { outcome: 'undecided', seen: error.message };
    if (error instanceof NotChecked) return { outcome: 'not_checked', seen: error.message };
    throw error;
  }
}

const isHeld = ({ outcome }: Result) => outcome === 'holds' || outcome === 'profiled';

function levelOf(results: readonly Result[]): Level | 0 {
  const holds = (level: Level) => results.every((result) => result.level !== level || isHeld(result));
  const broken = ([1, 2, 3, 4] as const).find((level) => !holds(level));
  return broken === undefined ? 4 : ((broken - 1) as Level | 0);
}

/** Whether all checks up to the level hold and, from level 3 on, no optional call is wrong. */
export function isFit({ results }: Pick<Report, 'results'>, level: Level): boolean {
  return results.every((result) => {
    if (result.level <= level) return isHeld(result);
    return level < 3 || result.outcome !== 'fails';
  });
}
