/** A link whose key lies beside the application's draft, so that it can be ended after the page that made it was closed. */
import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { IndexOf, LinkEnd } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { Draft } from '../application/draft.ts';
import type { DraftStore } from '../application/draft-store.ts';
import { LinkSide } from './link-side.ts';
import { Parcel } from './parcel.ts';

/** `stopped`: while it was being made. `failed`: later. `ended`: expired. */
type Working = 'idle' | 'opening' | 'sending' | 'stopped' | 'failed' | 'waiting' | 'closing' | 'closeFailed';
export type DraftLinkPhase = Working | 'cancelled' | 'ended';

const WATCH_MS = 5000;

export abstract class DraftLink<
  Kind extends ParcelKind,
  Own extends string,
  Extra extends object = object,
> extends LinkSide<Kind, Own | DraftLinkPhase, Extra> {
  protected readonly store: DraftStore;
  readonly #kind: Kind;

  /** @param store has the draft, and the key beside it */
  constructor(kind: Kind, store: DraftStore, extra: Extra) {
    super('idle', WATCH_MS, extra);
    this.#kind = kind;
    this.store = store;
  }

  protected get draft(): Draft {
    return this.store.$draft.get();
  }

  /** Continues the link of a stored key. */
  protected async continueLink(secret: string): Promise<void> {
    this.reset();
    this.parcel = await Parcel.open(this.#kind, secret);
    if (!this.parcel) return this.close('ended');
    this.show({ phase: 'opening' });
    this.watch();
  }

  /** Ends the link, also while it is being made. @param mayEnd false when the index is newer than what the page shows */
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
      false,
    );
  }

  protected onFailure(error: ApiError, phase: Own | DraftLinkPhase): void {
    if (phase === 'closing') this.show({ phase: 'closeFailed', error });
    else if (error.code === 'parcel_gone' && phase !== 'sending') this.close('ended');
    else this.show({ phase: phase === 'sending' ? 'stopped' : 'failed', error });
  }

  /** Forgets the link, also its key. */
  protected abstract close(phase: LinkEnd | 'ended'): void;
}
