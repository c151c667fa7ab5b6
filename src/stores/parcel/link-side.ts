/**
 * One device's side of a link: the step that it runs, and the watch for the other device's writes. Every side has one life:
 * the link is made, opened, answered, and ended (domain/parcel/contents.ts).
 */
import { atom, type PreinitializedWritableAtom } from 'nanostores';
import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { ApiError } from '../api/request.ts';
import { ports } from '../browser/ports.ts';
import { transferPorts } from '../browser/transfer-ports.ts';
import { linkErrorOf } from './calls.ts';
import type { IndexOf, Parcel } from './parcel.ts';

/** A link as pages show it. */
export interface LinkView<Kind extends ParcelKind, Phase extends string> {
  phase: Phase;
  /** As last read or written; null before that. */
  index: IndexOf<Kind> | null;
  /** 0 to 100, of the current transfer. */
  percent: number;
  error: ApiError | null;
  secret: string | null;
  endsAt: string | null;
}

export interface Run {
  /** Aborted when another step has begun, which supersedes this one. */
  signal: AbortSignal;
  onPercent: (percent: number) => void;
  /** The awaited value. @throws the signal's reason when the step was superseded meanwhile */
  wait<Value>(promise: Promise<Value>): Promise<Value>;
}

/** A hidden page polls this many times less often. */
const HIDDEN_FACTOR = 5;

const FINAL_CODES = ['parcel_gone', 'parcel_altered', 'unreadable', 'not_found'] as const;
/** Errors that no retry changes. Any other, such as a lost connection, may pass. */
export type FinalCode = (typeof FINAL_CODES)[number];
export const finalCodeOf = ({ code }: ApiError): FinalCode | null =>
  FINAL_CODES.find((final) => final === code) ?? null;

/** The view of a final error on a device that opened a link. */
export const CLOSED_BY = {
  parcel_gone: 'gone',
  parcel_altered: 'altered',
  unreadable: 'unreadable',
  not_found: 'gone',
} as const satisfies Record<FinalCode, string>;

export abstract class LinkSide<
  Kind extends ParcelKind,
  Phase extends string,
  View extends LinkView<Kind, Phase> = LinkView<Kind, Phase>,
> {
  readonly $view: PreinitializedWritableAtom<View>;
  protected parcel: Parcel<Kind> | null = null;
  readonly #first: View;
  readonly #watchMs: number;
  #running = new AbortController();
  #again: (() => Promise<void>) | null = null;
  #stopWatch = () => {};
  #stopOnline = () => {};

  /** @param watchMs from a response to the next request for the index */
  constructor(first: View, watchMs: number) {
    this.#first = first;
    this.#watchMs = watchMs;
    this.$view = atom(first);
  }

  /** Another device has written the index. */
  protected abstract onIndex(index: IndexOf<Kind>): void;
  /** A step or a read of the index has failed. @param phase that of the step; the current one for the watch */
  protected abstract onFailure(error: ApiError, phase: Phase): void;

  /** Runs the last step again, after a failure. */
  retry(): Promise<void> {
    return this.#again?.() ?? Promise.resolve();
  }

  /** Whether the parcel of this secret is open, and not failed. */
  protected isOpen(secret: string | null): boolean {
    return secret !== null && secret === this.parcel?.secret && this.$view.get().error === null;
  }

  protected get phase(): Phase {
    return this.$view.get().phase;
  }

  protected show(change: Partial<View>): void {
    const { parcel } = this;
    this.$view.set({ ...this.$view.get(), ...(parcel && { secret: parcel.secret, endsAt: parcel.endsAt }), ...change });
  }

  /** Ends the running step and the watch; forgets the parcel. */
  protected reset(change: Partial<View> = {}): void {
    this.#supersede();
    this.unwatch();
    this.parcel = null;
    this.$view.set({ ...this.#first, ...change });
  }

  #supersede(): AbortSignal {
    this.#stopOnline();
    this.#running.abort();
    this.#running = new AbortController();
    return this.#running.signal;
  }

  /** Runs a step, which supersedes the running one. @param isShown false to leave the page as it is meanwhile */
  protected async run(phase: Phase, step: (run: Run) => Promise<void>, isShown = true): Promise<void> {
    const signal = this.#supersede();
    if (isShown) this.show({ phase, percent: 0, error: null } as Partial<View>);
    this.#again = () => this.run(phase, step, isShown);
    const wait: Run['wait'] = async (promise) => {
      const value = await promise;
      signal.throwIfAborted();
      return value;
    };
    const onPercent = (percent: number) => {
      if (!signal.aborted) this.show({ percent } as Partial<View>);
    };
    try {
      await step({ signal, onPercent, wait });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = linkErrorOf(thrown);
      this.onFailure(error, phase);
      if (!signal.aborted && !finalCodeOf(error)) this.#stopOnline = ports.whenOnline(() => void this.retry());
    }
  }

  /** Reads the index until the link ends: soon after the page is shown or online again, and regularly. */
  protected watch(): void {
    const { parcel } = this;
    this.unwatch();
    if (!parcel) return;
    let isStopped = false;
    let isReading = false;
    let seen = 0;
    let cancelNext = () => {};
    const poll = async () => {
      if (isReading || isStopped) return;
      isReading = true;
      cancelNext();
      const got = await parcel.read().catch(linkErrorOf);
      isReading = false;
      if (isStopped) return;
      const isFailure = 'code' in got;
      if (isFailure && finalCodeOf(got)) {
        this.unwatch();
        return this.onFailure(got, this.phase);
      }
      const pause = transferPorts.isShown() ? this.#watchMs : this.#watchMs * HIDDEN_FACTOR;
      const wait = isFailure ? (got.retryAfter ?? 0) * 1000 : 0;
      cancelNext = ports.after(Math.max(pause, wait), () => void poll());
      if (isFailure || got.revision === seen) return;
      seen = got.revision;
      this.onIndex(got.value);
    };
    const stops = [ports.whenShown(() => void poll()), onEachOnline(() => void poll())];
    this.#stopWatch = () => {
      isStopped = true;
      cancelNext();
      for (const stop of stops) stop();
    };
    void poll();
  }

  protected unwatch(): void {
    this.#stopWatch();
    this.#stopWatch = () => {};
  }
}

/** Runs `action` at each return of the network; `ports.whenOnline` runs once. */
function onEachOnline(action: () => void): () => void {
  let stop = () => {};
  const listen = () => {
    stop = ports.whenOnline(() => {
      listen();
      action();
    });
  };
  listen();
  return () => stop();
}

/** Repeats an attempt until it does not fail; a parcel that is gone ends it. */
export async function retryUntilDone(attempt: () => Promise<unknown>, ms: number): Promise<void> {
  try {
    await attempt();
  } catch (thrown) {
    if (!finalCodeOf(linkErrorOf(thrown))) ports.after(ms, () => void retryUntilDone(attempt, ms));
  }
}
