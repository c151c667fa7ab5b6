/**
 * Limits the bodies held in memory. An isolate has 128 MB (Workers, "Limits"), so a body over the limit is refused while it
 * arrives. One network may hold half of it, so that others have room.
 */
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { retryAfterHeader } from '../runtime/refusals.ts';

/** Bytes for all bodies of an isolate; pictures exist twice while their metadata is removed. */
const MAX_HELD = 56 * 1024 * 1024;
/** Bytes for one network; if it has only one body, that may be larger. */
const MAX_PER_NETWORK = MAX_HELD / 2;
const PAUSE_MS = 10_000;
/**
 * A body that receives nothing for this long is dropped. The gateway ends such a request too; the runtime stops a request whose
 * client is gone without running `finally`.
 */
const SILENT_MS = 60_000;

const bodies = new Set<HeldBody>();

/** The buffer of one body. */
export class HeldBody {
  readonly network: string;
  private bytes = new ArrayBuffer(0);
  private others = 0;
  private movedAt = performance.now();

  constructor(network: string) {
    this.network = network;
  }

  get held(): number {
    return this.bytes.byteLength + this.others;
  }

  /** Returns a buffer with room for `size` bytes and detaches the previous one. @throws Refusal `busy` */
  grow(size: number): ArrayBuffer {
    const more = size - this.bytes.byteLength;
    if (more <= 0) return this.bytes;
    requireRoom(this, more);
    // Frees the smaller buffer at once, which a copy would not.
    this.bytes = this.bytes.transfer(size);
    return this.bytes;
  }

  /** Counts bytes held outside the buffer until the end. @throws Refusal `busy` */
  hold(bytes: number): void {
    requireRoom(this, bytes);
    this.others += bytes;
  }

  /** Waits for bytes of the body, which may be dropped meanwhile. @throws Refusal `busy` when it was */
  async receive<Chunk extends Uint8Array | undefined>(next: () => Promise<Chunk>): Promise<Chunk> {
    const chunk = await next();
    if (!bodies.has(this)) throw busy();
    this.movedAt = performance.now();
    return chunk;
  }

  free(): void {
    this.bytes = new ArrayBuffer(0);
  }

  dropIfSilent(): void {
    if (performance.now() - this.movedAt <= SILENT_MS) return;
    this.free();
    bodies.delete(this);
  }
}

/** Runs `work` with a body that is held until `work` settles. */
export async function holdingBody<Result>(network: string, work: (body: HeldBody) => Promise<Result>): Promise<Result> {
  const body = new HeldBody(network);
  bodies.add(body);
  try {
    return await work(body);
  } finally {
    body.free();
    bodies.delete(body);
  }
}

/** @throws Refusal `busy` when memory is full, unless no other body holds any */
function requireRoom(body: HeldBody, bytes: number): void {
  for (const other of bodies) if (other !== body) other.dropIfSilent();
  const all = [...bodies];
  const own = all.filter(({ network }) => network === body.network);
  if (isFull(all, MAX_HELD) || isFull(own, MAX_PER_NETWORK)) throw busy();

  function isFull(some: HeldBody[], most: number): boolean {
    const held = some.reduce((sum, other) => sum + other.held, 0);
    return held > body.held && held + bytes > most;
  }
}

const busy = () => new Refusal('busy', 'too many large bodies at once', { headers: retryAfterHeader(PAUSE_MS) });
