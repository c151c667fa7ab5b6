/**
 * Bounds the bodies held in memory: an isolate has 128 MB (Workers, "Limits"), so a body over the limit is refused while it
 * arrives. One network may hold half, those that contain it three quarters, all clients without a session six sevenths. When
 * memory runs out, the body that would hold its bytes longest at its present rate is dropped. Requests whose client has gone are stopped without `finally`; their bodies look slow and are dropped too.
 */
import type { Network } from '../../../src/domain/security/network.ts';
import { Failure, retryAfter } from '../runtime/failure.ts';

/** Bytes for all bodies of an isolate; pictures exist twice while metadata is stripped. */
const MAX_HELD = 56 * 1024 * 1024;
/** Bytes for one network; its only body may be larger. */
const MAX_PER_NETWORK = MAX_HELD / 2;
/** Leaves room for one file of a session. */
const MAX_STRANGERS = (6 / 7) * MAX_HELD;
const mostOf = ({ room }: Network) =>
  room === 1 ? MAX_PER_NETWORK : Number.isFinite(room) ? 0.75 * MAX_HELD : MAX_STRANGERS;
const PAUSE_MS = 10_000;
const RATE_MS = 10_000;
/** A younger body is never dropped. */
const GRACE_MS = 20_000;
/** A body that would hold its bytes longer may be dropped: 1 MiB at 17 kB/s, 10 MiB at 170 kB/s. */
const DROP_AFTER_SECONDS = 60;
/** A request without a byte for so long was stopped by the runtime. */
const STOPPED_MS = 5 * 60_000;

const bodies = new Set<HeldBody>();

/** The buffer of one body and the rate at which the body arrives. */
export class HeldBody {
  readonly networks: readonly Network[];
  private bytes = new ArrayBuffer(0);
  private others = 0;
  private dropped = false;
  private receiving = false;
  private readonly began = performance.now();
  private moved = this.began;
  private recent = 0;

  constructor(networks: readonly Network[]) {
    this.networks = networks;
  }

  get held(): number {
    return this.bytes.byteLength + this.others;
  }

  /** Returns a buffer with room for `size` bytes and detaches the previous one. @throws Failure `busy` */
  grow(size: number): ArrayBuffer {
    const more = size - this.bytes.byteLength;
    if (more <= 0) return this.bytes;
    makeRoom(this, more);
    // Unlike a copy, frees the smaller buffer at once.
    this.bytes = this.bytes.transfer(size);
    return this.bytes;
  }

  /** Counts bytes held outside the buffer until the end. @throws Failure `busy` */
  hold(bytes: number): void {
    makeRoom(this, bytes);
    this.others += bytes;
  }

  /** Waits for bytes of the body, which may be dropped meanwhile. @throws Failure `busy` when it was */
  async receive<Chunk extends Uint8Array | undefined>(next: () => Promise<Chunk>): Promise<Chunk> {
    this.receiving = true;
    const chunk = await next();
    this.receiving = false;
    if (this.dropped) throw busy();
    const now = performance.now();
    this.recent = this.recentAt(now) + (chunk?.byteLength ?? 0);
    this.moved = now;
    return chunk;
  }

  free(): void {
    this.bytes = new ArrayBuffer(0);
  }

  isStopped(now: number): boolean {
    return now - this.moved > STOPPED_MS;
  }

  /** Seconds for which the body would hold its bytes at its rate; 0 for a body that must not be dropped. */
  secondsHeld(now: number): number {
    if (!this.receiving || this.held === 0 || now - this.began < GRACE_MS) return 0;
    const rate = this.recentAt(now) / (RATE_MS / 1000);
    const seconds = rate > 0 ? this.held / rate : Number.POSITIVE_INFINITY;
    return seconds > DROP_AFTER_SECONDS ? seconds : 0;
  }

  drop(): void {
    this.dropped = true;
    this.free();
    bodies.delete(this);
  }

  private recentAt(now: number): number {
    return this.recent * Math.exp((this.moved - now) / RATE_MS);
  }
}

/** Runs `work` with a body that is held until `work` settles. */
export async function holdingBody<Result>(
  networks: readonly Network[],
  work: (body: HeldBody) => Promise<Result>,
): Promise<Result> {
  const now = performance.now();
  for (const other of bodies) if (other.isStopped(now)) bodies.delete(other);
  const body = new HeldBody(networks);
  bodies.add(body);
  try {
    return await work(body);
  } finally {
    body.free();
    bodies.delete(body);
  }
}

/** @throws Failure `busy` when memory is full, unless no other body holds any */
function makeRoom(body: HeldBody, bytes: number): void {
  for (;;) {
    const all = [...bodies];
    const crowds = body.networks.map((network) => ({
      most: mostOf(network),
      some: all.filter(({ networks }) => networks.some(({ name }) => name === network.name)),
    }));
    const crowd = [{ most: MAX_HELD, some: all }, ...crowds].find(({ some, most }) => isFull(some, most))?.some;
    if (!crowd) return;
    const now = performance.now();
    const [slowest] = crowd
      .filter((other) => other !== body && other.secondsHeld(now) > 0)
      .sort((a, b) => b.secondsHeld(now) - a.secondsHeld(now));
    if (!slowest) throw busy();
    slowest.drop();
  }

  function isFull(some: HeldBody[], most: number): boolean {
    const held = some.reduce((sum, other) => sum + other.held, 0);
    return held > body.held && held + bytes > most;
  }
}

const busy = () => new Failure('busy', 'too many large bodies at once', { headers: retryAfter(PAUSE_MS) });
