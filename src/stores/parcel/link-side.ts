/** One device's side of a link: the step that it runs, and the watch for what the other device writes. */
import { atom, type PreinitializedWritableAtom } from 'nanostores';
import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { EndedIndex, IndexOf, LinkEnd } from '../../domain/parcel/contents.ts';
import type { CallRefusal } from '../api/request.ts';
import type { Draft } from '../application/draft-record.ts';
import type { DraftStore } from '../application/draft-store.ts';
import { linkTab, type OpenedLink } from '../browser/link-key.ts';
import { ports } from '../browser/ports.ts';
import type { ChosenFile, FormFile } from '../device/form-values.ts';
import { LinkRefusal, linkRefusalOf, Parcel } from './parcel.ts';

/** A link as pages show it. */
export interface LinkView<Kind extends ParcelKind, Phase extends string> {
  phase: Phase;
  /** The index as last read or written before the end; null before it was read. */
  index: IndexOf<Kind> | null;
  /** Per cent of the current transfer. */
  percent: number;
  refusal: CallRefusal | null;
  secret: string | null;
  endsAt: string | null;
}

export interface Run {
  /** Aborted when another step begins, which replaces this one. */
  signal: AbortSignal;
  onPercent: (percent: number) => void;
  /** Waits for a value. @throws the signal's reason when another step has begun meanwhile */
  wait<Value>(promise: Promise<Value>): Promise<Value>;
}

interface RunOptions {
  /** False: the page does not change while the step runs. */
  isShown?: boolean;
  /** False when repeating a failed step would apply an old decision to newer input: then only a press repeats it. */
  mayRepeat?: () => boolean;
}

/** A hidden page polls this many times less often. */
const HIDDEN_FACTOR = 5;
const NOTIFY_RETRY_MS = 5000;

const FINAL_CODES = ['parcel_gone', 'parcel_altered', 'unreadable', 'not_found'] as const;
/** Refusals that no retry changes. Any other, such as a lost connection, may pass. */
type FinalCode = (typeof FINAL_CODES)[number];
export const finalCodeOf = ({ code }: CallRefusal): FinalCode | null =>
  FINAL_CODES.find((final) => final === code) ?? null;

export abstract class LinkSide<Kind extends ParcelKind, Phase extends string, Extra extends object = object> {
  readonly $view: PreinitializedWritableAtom<LinkView<Kind, Phase> & Extra>;
  protected parcel: Parcel<Kind> | null = null;
  readonly #first: LinkView<Kind, Phase> & Extra;
  readonly #watchMs: number;
  #running = new AbortController();
  #retryStep: (() => Promise<void>) | null = null;
  #stopWatch = () => {};
  #stopOnline = () => {};

  /** @param watchMs from a response to the next request for the index */
  constructor(phase: Phase, watchMs: number, extra: Extra) {
    this.#first = { phase, index: null, percent: 0, refusal: null, secret: null, endsAt: null, ...extra };
    this.#watchMs = watchMs;
    this.$view = atom(this.#first);
  }

  /** Called when an index was read or written; the other device may have written it. */
  protected abstract onIndex(index: IndexOf<Kind>): void;
  /** Called when either device has ended the link. */
  protected abstract onEnd(end: LinkEnd): void;
  /** Called when a step or a read of the index has failed. @param phase that of the step; the current one for the watch */
  protected abstract onRefusal(refusal: CallRefusal, phase: Phase): void;

  /** Runs the last step again, after a refusal. */
  retry(): Promise<void> {
    return this.#retryStep?.() ?? Promise.resolve();
  }

  protected get phase(): Phase {
    return this.$view.get().phase;
  }

  protected show(change: Partial<LinkView<Kind, Phase>> | Partial<Extra>): void {
    const { parcel } = this;
    this.$view.set({ ...this.$view.get(), ...(parcel && { secret: parcel.secret, endsAt: parcel.endsAt }), ...change });
  }

  protected onCurrent(index: IndexOf<Kind> | EndedIndex): void {
    if (index.state === 'ended') {
      // The other device may have been closed before it deleted them.
      this.parcel?.deleteBlobs(index.blobs).catch(() => undefined);
      this.onEnd(index.end);
    } else this.onIndex(index);
  }

  /** Ends the running step and the watch; forgets the parcel. */
  protected reset(change: Partial<LinkView<Kind, Phase>> | Partial<Extra> = {}): void {
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

  /** Runs a step, which replaces the running one. A failed step runs again once the device is online. */
  protected async run(phase: Phase, step: (run: Run) => Promise<void>, options: RunOptions = {}): Promise<void> {
    const { isShown = true, mayRepeat = () => true } = options;
    const signal = this.#supersede();
    if (isShown) this.show({ phase, percent: 0, refusal: null });
    this.#retryStep = () => this.run(phase, step, options);
    const wait: Run['wait'] = async (promise) => {
      const value = await promise;
      signal.throwIfAborted();
      return value;
    };
    const onPercent = (percent: number) => {
      if (!signal.aborted) this.show({ percent });
    };
    try {
      await step({ signal, onPercent, wait });
    } catch (thrown) {
      if (signal.aborted) return;
      const refusal = linkRefusalOf(thrown);
      this.onRefusal(refusal, phase);
      if (signal.aborted || finalCodeOf(refusal)) return;
      this.#stopOnline = ports.whenOnline(() => void (mayRepeat() && this.retry()));
    }
  }

  /**
   * Creates the parcel of a new link and sends its files; after an interruption it continues, with newer files if there are any.
   * @returns its index
   */
  protected async make(first: IndexOf<Kind>, files: readonly FormFile<ChosenFile>[], run: Run): Promise<IndexOf<Kind>> {
    if (!this.parcel) {
      const parcel = await Parcel.create<Kind>(first.kind as Kind, first);
      if (run.signal.aborted) await parcel.delete();
      run.signal.throwIfAborted();
      this.parcel = parcel;
    }
    if (files.length === 0) return first;
    const sent = await run.wait(this.parcel.upload(files, run));
    const made = await run.wait(this.parcel.update(() => ({ ...first, files: sent })));
    if (made.state === 'ended') throw new LinkRefusal({ code: 'parcel_gone' });
    return made;
  }

  /** Reads the index regularly until the link ends, and at once when the page is shown again. */
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
      const got = await parcel.read().catch(linkRefusalOf);
      isReading = false;
      if (isStopped) return;
      const isRefusal = 'code' in got;
      if (isRefusal && finalCodeOf(got)) {
        this.unwatch();
        return this.onRefusal(got, this.phase);
      }
      const pause = linkTab.isShown() ? this.#watchMs : this.#watchMs * HIDDEN_FACTOR;
      const wait = isRefusal ? (got.retryAfter ?? 0) * 1000 : 0;
      cancelNext = ports.after(Math.max(pause, wait), () => void poll());
      if (isRefusal || got.revision === seen) return;
      seen = got.revision;
      this.onCurrent(got.value);
    };
    const stopShown = ports.whenShown(() => void poll());
    this.#stopWatch = () => {
      isStopped = true;
      cancelNext();
      stopShown();
    };
    void poll();
  }

  protected unwatch(): void {
    this.#stopWatch();
    this.#stopWatch = () => {};
  }
}

/** Repeats an attempt until it succeeds; stops when the parcel is gone. */
export async function retryUntilDone(attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt();
  } catch (thrown) {
    if (!finalCodeOf(linkRefusalOf(thrown))) ports.after(NOTIFY_RETRY_MS, () => void retryUntilDone(attempt));
  }
}

/**
 * How a link was found closed. `noLink`: no key. `cut`: an incomplete key. `taken`: the device that made the link has what was
 * sent. For a draft, `arrived`: it is on this device; `used`: on another one.
 */
const CLOSED = ['noLink', 'cut', 'gone', 'altered', 'unreadable', 'cancelled', 'taken', 'arrived', 'used'] as const;
export type Closed = (typeof CLOSED)[number];
type OpenerPhase = 'opening' | 'failed' | 'stopped' | Closed;

const CLOSED_BY = {
  parcel_gone: 'gone',
  parcel_altered: 'altered',
  unreadable: 'unreadable',
  not_found: 'gone',
} as const;

/** The side that opened a link: reads the parcel without changing it, and shows how the link ended, also after a reload. */
export abstract class LinkOpener<
  Kind extends ParcelKind,
  Own extends string,
  Extra extends object = object,
> extends LinkSide<Kind, Own | OpenerPhase, Extra> {
  readonly #kind: Kind;

  constructor(kind: Kind, watchMs: number, extra: Extra) {
    super('opening', watchMs, extra);
    this.#kind = kind;
  }

  /** Reads the link's parcel. */
  async open({ key, ended }: OpenedLink): Promise<void> {
    const before = CLOSED.find((phase) => phase === ended);
    const secret = key ?? (before ? null : await this.keyElsewhere());
    // The same page in the other language continues.
    if (secret !== null && secret === this.parcel?.secret && this.$view.get().refusal === null) return;
    this.reset();
    const parcel = secret === null ? null : await Parcel.open(this.#kind, secret);
    if (!parcel) return this.show({ phase: before ?? 'noLink' });
    this.parcel = parcel;
    await this.beforeRead(parcel);
    if (this.parcel !== parcel) return;
    await this.run('opening', async (run) => {
      const { value } = await run.wait(parcel.read());
      await (value.state === 'ended' ? this.onCurrent(value) : this.onOpened(value, run));
      if (this.parcel) this.watch();
    });
  }

  /** A key that this device has stored, for a page that was opened without one. */
  protected async keyElsewhere(): Promise<string | null> {
    return null;
  }

  protected async beforeRead(_parcel: Parcel<Kind>): Promise<void> {}

  protected async onOpened(index: IndexOf<Kind>, _run: Run): Promise<void> {
    this.onIndex(index);
  }

  protected onEnd(end: LinkEnd): void {
    this.close(end);
  }

  protected onRefusal(refusal: CallRefusal, phase: Own | OpenerPhase): void {
    const { parcel } = this;
    const final = finalCodeOf(refusal);
    // When the link has ended, its blobs are gone as well; the index says how it ended.
    if (parcel && final === 'parcel_gone' && phase !== 'opening') {
      const findEnd = async ({ wait }: Run) => {
        const { value } = await wait(parcel.read());
        if (value.state === 'ended') this.onCurrent(value);
        else this.close('gone');
      };
      return void this.run('opening', findEnd, { isShown: false });
    }
    // The unreadable file may be one of this device.
    if (final && !(phase === 'sending' && final === 'unreadable')) this.close(CLOSED_BY[final]);
    else this.show({ phase: phase === 'opening' ? 'failed' : 'stopped', refusal });
  }

  protected close(phase: Closed): void {
    this.reset({ phase });
    linkTab.endLinkKey(phase);
  }
}

/** `stopped`: while it was being made. `failed`: later. `ended`: expired. */
type Working = 'idle' | 'opening' | 'sending' | 'stopped' | 'failed' | 'waiting' | 'closing' | 'closeFailed';
export type DraftLinkPhase = Working | 'cancelled' | 'ended';

const WATCH_MS = 5000;

/** A link whose key is stored with the draft, so that it can be ended after the page that made it was closed. */
export abstract class DraftLink<
  Kind extends ParcelKind,
  Own extends string,
  Extra extends object = object,
> extends LinkSide<Kind, Own | DraftLinkPhase, Extra> {
  protected readonly store: DraftStore;
  readonly #kind: Kind;

  /** @param store holds the draft, and the key */
  constructor(kind: Kind, store: DraftStore, extra: Extra) {
    super('idle', WATCH_MS, extra);
    this.#kind = kind;
    this.store = store;
  }

  protected get draft(): Draft {
    return this.store.$draft.get();
  }

  /** Continues the link of a stored key. @param phase shown until the index was read */
  protected async continueLink(secret: string, phase: Own | DraftLinkPhase = 'opening'): Promise<void> {
    this.reset();
    this.parcel = await Parcel.open(this.#kind, secret);
    if (!this.parcel) return this.close('ended');
    this.show({ phase } as Partial<LinkView<Kind, Own | DraftLinkPhase>>);
    this.watch();
  }

  /** Ends the link, also while it is being made. @param mayEnd returns false when the index is newer than what the page shows */
  protected async end(end: LinkEnd, mayEnd?: (current: IndexOf<Kind>) => boolean): Promise<void> {
    const { parcel } = this;
    this.unwatch();
    await this.run(
      'closing',
      async ({ wait }) => {
        const last = parcel && (await wait(parcel.end(end, mayEnd)));
        if (!last || (last.state === 'ended' && last.end === end)) return this.close(end);
        this.show({ phase: 'waiting' });
        this.onCurrent(last);
        if (this.parcel) this.watch();
      },
      { isShown: false },
    );
  }

  protected onRefusal(refusal: CallRefusal, phase: Own | DraftLinkPhase): void {
    if (phase === 'closing') this.show({ phase: 'closeFailed', refusal });
    else if (refusal.code === 'parcel_gone' && phase !== 'sending') this.close('ended');
    else this.show({ phase: phase === 'sending' ? 'stopped' : 'failed', refusal });
  }

  /** Forgets the link and its key. */
  protected abstract close(phase: LinkEnd | 'ended'): void;
}
