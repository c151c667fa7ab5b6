/**
 * The queue of password hashes. A hash blocks the isolate's only thread for about 200 ms, so hashes run one at a time with a
 * gap for other requests. Networks take turns, also those that contain others: many sign-ins from one delay others by few hashes.
 * Known browsers and sessions take turns of their own, and have places that strangers cannot fill. Rule: each request polls
 * for its turn with its own timers. The runtime stops a request whose client has gone without running `finally`, and a request
 * cannot await another's promise; a turn that stops polling has ended.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Network } from '../../../src/domain/security/network.ts';
import { Failure, retryAfter } from '../runtime/failure.ts';

/** Enough for another request to read its rows, several round trips to the database. */
const GAP_MS = 40;
/** With 200 ms a hash and the gap, the last one waits about seven seconds. */
const MAX_WAITING = 30;
/** More places for known browsers and sessions. */
const KEPT_PLACES = 8;
const LATE_MS = 1000;
const POLL_MS = 50;
const LONGEST_POLL_MS = 500;
const PAUSE_MS = 5000;

interface Turn {
  networks: readonly Network[];
  /** Lower rounds come first; each network has as many turns a round as it has room. */
  round: number;
  /** When it polls next, by `performance.now()`. */
  pollsAt: number;
}

let waiting: Turn[] = [];
let current = 0;
let runningSince = Number.NEGATIVE_INFINITY;
let endedAt = Number.NEGATIVE_INFINITY;

/**
 * Runs `work` when its turn comes. @param networks of the client, or {@link ownTurns}; none for background work @throws Failure `busy`
 * when the queue is full of earlier turns
 */
export async function inTurn<Result>(networks: readonly Network[], work: () => Promise<Result>): Promise<Result> {
  const turn = enter(networks);
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

const OWN = 'own ';

/** Turns of a known browser or session, apart from its network. */
export const ownTurns = (id: string): Network[] => [{ name: OWN + id, room: 1 }];

/** The first round in which a network has a turn left. */
function nextRound({ name, room }: Network): number {
  const own = waiting.flatMap(({ networks, round }) => (networks.some((one) => one.name === name) ? [round] : []));
  const last = Math.max(current, ...own);
  return own.filter((round) => round === last).length < room ? last : last + 1;
}

function enter(networks: readonly Network[]): Turn {
  const now = performance.now();
  dropEnded(now, 0);
  const turn = { networks, round: Math.max(current, ...networks.map(nextRound)), pollsAt: now };
  const isKnown = networks.some(({ name }) => name.startsWith(OWN));
  if (waiting.length >= MAX_WAITING + (isKnown ? KEPT_PLACES : 0)) {
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
