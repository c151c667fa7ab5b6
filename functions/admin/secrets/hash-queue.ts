/**
 * The queue of password hashes. A hash blocks the isolate's only thread for some 200 ms, so one runs at a time, with a gap
 * after it in which other requests run. Networks take turns: many sign-ins from one delay those from others by one hash each.
 * Rule: each request looks for its turn by timers of its own. The runtime stops a request whose client has gone without
 * running its `finally`, and a request must not wait for another one's promise; a turn that no longer looks has ended.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, retryAfter } from '../runtime/failure.ts';

/** Enough for a request to read its rows, which is several round trips to the database. */
const GAP_MS = 40;
/** With a hash of 200 ms and the gap, the last one waits about seven seconds. */
export const MOST_WAITING = 30;
/** A turn that looks so much later than it was to has ended. */
const LATE_MS = 1000;
const LOOK_MS = 50;
const LONGEST_LOOK_MS = 500;
const PAUSE_MS = 5000;

interface Turn {
  network: string;
  /** Turns of a lower round come first; each network has one turn a round. */
  round: number;
  /** When it looks again, by `performance.now()`. */
  looksAt: number;
}

/** In order. */
let waiting: Turn[] = [];
let current = 0;
let runningSince = Number.NEGATIVE_INFINITY;
let endedAt = Number.NEGATIVE_INFINITY;

/**
 * Runs `work` when it is its turn.
 * @param network of the client, by which turns are shared out; '' for work that no client asked for
 * @throws Failure `busy` when the queue is full of turns that come before
 */
export async function inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  const turn = enter(network);
  for (let wait = look(turn); wait > 0; wait = look(turn)) await pause(wait);
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
  const turn = { network, round: Math.max(current, ...own), looksAt: now };
  if (waiting.length >= MOST_WAITING) {
    const last = waiting.at(-1);
    if (!last || last.round <= turn.round) throw busy();
    // It learns so when it looks.
    waiting.pop();
  }
  const after = waiting.findIndex(({ round }) => round > turn.round);
  waiting.splice(after < 0 ? waiting.length : after, 0, turn);
  return turn;
}

/** Milliseconds until the turn is to look again; 0 when it is its turn. @throws Failure `busy` when it lost its place */
function look(turn: Turn): number {
  const now = performance.now();
  // After a hash all are late.
  const late = Math.max(0, now - turn.looksAt);
  turn.looksAt = now;
  dropEnded(now, late);
  const ahead = waiting.indexOf(turn);
  if (ahead < 0) throw busy();
  const wait =
    ahead > 0 || now - runningSince < LATE_MS
      ? Math.min(LONGEST_LOOK_MS, LOOK_MS * Math.max(1, ahead))
      : Math.max(0, Math.ceil(endedAt + GAP_MS - now));
  turn.looksAt = now + wait;
  return wait;
}

/** Drops turns whose requests were stopped. @param late milliseconds by which timers fire late now */
function dropEnded(now: number, late: number): void {
  waiting = waiting.filter(({ looksAt }) => now - looksAt - late < LATE_MS);
}

const busy = () => new Failure('busy', 'too many passwords at once', { headers: retryAfter(PAUSE_MS) });
