/**
 * The queue of password hashes. A hash blocks the isolate's only thread for about 200 ms, so hashes run one at a time with a
 * gap for other requests. Networks take turns: many sign-ins from one delay others by one hash each. Rule: each request polls
 * for its turn with its own timers. The runtime stops a request whose client has gone without running `finally`, and a request
 * cannot await another's promise; a turn that stops polling has ended.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, retryAfter } from '../runtime/failure.ts';

/** Enough for another request to read its rows, several round trips to the database. */
const GAP_MS = 40;
/** With 200 ms a hash and the gap, the last one waits about seven seconds. */
export const MAX_WAITING = 30;
const LATE_MS = 1000;
const POLL_MS = 50;
const LONGEST_POLL_MS = 500;
const PAUSE_MS = 5000;

interface Turn {
  network: string;
  /** Lower rounds come first; each network has one turn a round. */
  round: number;
  /** When it polls next, by `performance.now()`. */
  pollsAt: number;
}

let waiting: Turn[] = [];
let current = 0;
let runningSince = Number.NEGATIVE_INFINITY;
let endedAt = Number.NEGATIVE_INFINITY;

/**
 * Runs `work` when its turn comes. @param network of the client, for fair turns; '' for background work @throws Failure `busy`
 * when the queue is full of earlier turns
 */
export async function inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  const turn = enter(network);
  for (let wait = poll(turn); wait > 0; wait = poll(turn)) await pause(wait);
  waiting = waiting.filter((other) => other !== turn);
  current = turn.round;
  runningSince = performance.now();
  try {
    return await work();
  } finally {
    endedAt = performance.now();
    runningSince = Number.NEGATIVE_INFINITY;
  }
}

function enter(network: string): Turn {
  const now = performance.now();
  dropEnded(now, 0);
  const own = waiting.filter((turn) => turn.network === network).map(({ round }) => round + 1);
  const turn = { network, round: Math.max(current, ...own), pollsAt: now };
  if (waiting.length >= MAX_WAITING) {
    const last = waiting.at(-1);
    if (!last || last.round <= turn.round) throw busy();
    // It throws when it polls.
    waiting.pop();
  }
  const after = waiting.findIndex(({ round }) => round > turn.round);
  waiting.splice(after < 0 ? waiting.length : after, 0, turn);
  return turn;
}

/** Milliseconds until the next poll; 0 when the turn has come. @throws Failure `busy` when it lost its place */
function poll(turn: Turn): number {
  const now = performance.now();
  // All timers fire late after a hash.
  const late = Math.max(0, now - turn.pollsAt);
  turn.pollsAt = now;
  dropEnded(now, late);
  const ahead = waiting.indexOf(turn);
  if (ahead < 0) throw busy();
  const wait =
    ahead > 0 || now - runningSince < LATE_MS
      ? Math.min(LONGEST_POLL_MS, POLL_MS * Math.max(1, ahead))
      : Math.max(0, Math.ceil(endedAt + GAP_MS - now));
  turn.pollsAt = now + wait;
  return wait;
}

/** Drops turns of stopped requests. @param late milliseconds by which timers fire late */
function dropEnded(now: number, late: number): void {
  waiting = waiting.filter(({ pollsAt }) => now - pollsAt - late < LATE_MS);
}

const busy = () => new Failure('busy', 'too many passwords at once', { headers: retryAfter(PAUSE_MS) });
