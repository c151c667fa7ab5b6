/**
 * The bodies that are held in memory. An isolate has 128 MB for all that it does (Workers, "Limits"), so a body that would be
 * too much is refused while it arrives. Rules: one network holds half at most, so that others always have room; where there is
 * none, the body is dropped that would hold its bytes for longest at the rate at which it arrives. A request whose client has
 * gone is stopped without its `finally`: its body looks slow from then on, and is dropped too.
 */
import { Failure, retryAfter } from '../runtime/failure.ts';

/** Bytes of bodies in one isolate; pictures are there twice while what does not belong to them is taken out. */
export const MOST_HELD = 56 * 1024 * 1024;
/** Of them, those of one network; a body that is the only one of its network may be larger. */
export const MOST_OF_NETWORK = MOST_HELD / 2;
/** About how long it takes until a large file has arrived. */
const PAUSE_MS = 10_000;
/** The rate of a body is an average over about this time. */
const RATE_MS = 10_000;
/** A body is not judged before. */
const GRACE_MS = 20_000;
/** A body that would hold its bytes for longer gives way: 1 MiB at 17 kB/s, 10 MiB at 170 kB/s. */
const GIVES_WAY_SECONDS = 60;
/** No part of a request takes so long without a byte of its body: it was stopped. */
const STOPPED_MS = 5 * 60_000;

const bodies = new Set<HeldBody>();

/** The buffer of one body, and how fast the body arrives. */
export class HeldBody {
  readonly network: string;
  private bytes = new ArrayBuffer(0);
  private others = 0;
  private dropped = false;
  private receiving = false;
  private readonly began = performance.now();
  private moved = this.began;
  private recent = 0;

  constructor(network: string) {
    this.network = network;
  }

  get held(): number {
    return this.bytes.byteLength + this.others;
  }

  /** The buffer with room for so many bytes; the one before is detached. @throws Failure `busy` */
  grow(size: number): ArrayBuffer {
    const more = size - this.bytes.byteLength;
    if (more <= 0) return this.bytes;
    makeRoom(this, more);
    // Unlike a copy, frees the smaller buffer at once.
    this.bytes = this.bytes.transfer(size);
    return this.bytes;
  }

  /** Counts bytes that are held elsewhere until the end. @throws Failure `busy` */
  hold(bytes: number): void {
    makeRoom(this, bytes);
    this.others += bytes;
  }

  /** Waits for bytes of the body; only meanwhile it may be dropped. @throws Failure `busy` when it was */
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

  /** Frees the buffer: everything in it was read. */
  free(): void {
    this.bytes = new ArrayBuffer(0);
  }

  isStopped(now: number): boolean {
    return now - this.moved > STOPPED_MS;
  }

  /** Seconds for which it would hold its bytes at its rate; 0 for one that is not to give way. */
  secondsHeld(now: number): number {
    if (!this.receiving || this.held === 0 || now - this.began < GRACE_MS) return 0;
    const rate = this.recentAt(now) / (RATE_MS / 1000);
    const seconds = rate > 0 ? this.held / rate : Number.POSITIVE_INFINITY;
    return seconds > GIVES_WAY_SECONDS ? seconds : 0;
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

/** Runs `work` with a body that is held until it ends. */
export async function holdingBody<Result>(network: string, work: (body: HeldBody) => Promise<Result>): Promise<Result> {
  const now = performance.now();
  for (const other of bodies) if (other.isStopped(now)) bodies.delete(other);
  const body = new HeldBody(network);
  bodies.add(body);
  try {
    return await work(body);
  } finally {
    body.free();
    bodies.delete(body);
  }
}

/** @throws Failure `busy` when there is no room, unless no other body holds anything */
function makeRoom(body: HeldBody, bytes: number): void {
  for (;;) {
    const all = [...bodies];
    const ofNetwork = all.filter(({ network }) => network === body.network);
    const crowd = isFull(all, MOST_HELD) ? all : isFull(ofNetwork, MOST_OF_NETWORK) ? ofNetwork : null;
    if (crowd === null) return;
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
