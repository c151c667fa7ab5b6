/**
 * The queue of password hashes. A hash blocks the isolate's only thread for about 200 ms, so hashes run one at a time with a gap
 * for other requests. Networks take turns: many sign-ins from one network delay the others by few hashes. Known browsers and
 * sessions take turns of their own, and have places that strangers cannot fill. Each request polls for its turn with its own
 * timers: the runtime stops a request whose client is gone without running `finally`, and a request cannot await another
 * request's promise. A turn that stops polling has ended.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { retryAfterHeader } from '../runtime/refusals.ts';

/** The gap after a hash: enough for another request to read its rows, several round trips to the database. */
const GAP_MS = 40;
/** With 200 ms a hash and the gap, the last place waits about seven seconds. */
const MAX_WAITING = 30;
/** Places only for known browsers and sessions. */
const KEPT_PLACES = 8;
const LATE_MS = 1000;
const POLL_MS = 20;
const PAUSE_MS = 5000;

interface Turn {
  network: string;
  /** How many turns of its network were waiting when it came; those with fewer come first. */
  ahead: number;
  /** When it will poll next, by `performance.now()`. */
  pollsAt: number;
}

let waiting: Turn[] = [];
let runningSince = Number.NEGATIVE_INFINITY;
let endedAt = Number.NEGATIVE_INFINITY;

/**
 * Runs `work` when its turn comes.
 * @param network of the client, or {@link ownTurns}; empty for background work
 * @throws Refusal `busy` when the queue is full of earlier turns
 */
export async function inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  const turn = enter(network);
  while (!hasCome(turn)) await pause(POLL_MS);
  waiting = waiting.filter((other) => other !== turn);
  runningSince = performance.now();
  try {
    return await work();
  } finally {
    endedAt = performance.now();
    runningSince = Number.NEGATIVE_INFINITY;
  }
}

const OWN = 'own ';

/** The turns of a known browser or session, separate from its network. */
export const ownTurns = (id: string): string => OWN + id;

function enter(network: string): Turn {
  const now = performance.now();
  dropEnded(now, 0);
  const ahead = waiting.filter((other) => other.network === network).length;
  const turn = { network, ahead, pollsAt: now };
  if (waiting.length >= MAX_WAITING + (network.startsWith(OWN) ? KEPT_PLACES : 0)) {
    const last = waiting.at(-1);
    if (!last || last.ahead <= ahead) throw busy();
    // That turn throws when it polls.
    waiting.pop();
  }
  const after = waiting.findIndex((other) => other.ahead > ahead);
  waiting.splice(after < 0 ? waiting.length : after, 0, turn);
  return turn;
}

/** True when the turn has come. @throws Refusal `busy` when it lost its place */
function hasCome(turn: Turn): boolean {
  const now = performance.now();
  // All timers fire late after a hash.
  dropEnded(now, Math.max(0, now - turn.pollsAt));
  turn.pollsAt = now + POLL_MS;
  const ahead = waiting.indexOf(turn);
  if (ahead < 0) throw busy();
  return ahead === 0 && now - runningSince >= LATE_MS && now - endedAt >= GAP_MS;
}

/** Drops turns of stopped requests. @param delayMs milliseconds by which timers fire late */
function dropEnded(now: number, delayMs: number): void {
  waiting = waiting.filter(({ pollsAt }) => now - pollsAt - delayMs < LATE_MS);
}

const busy = () => new Refusal('busy', 'too many passwords at once', { headers: retryAfterHeader(PAUSE_MS) });
