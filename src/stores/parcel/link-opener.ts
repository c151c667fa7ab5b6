/** The side of a link that opened it: reads the parcel without changing it, and shows how the link ends, also after a reload. */
import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { IndexOf, LinkEnd } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { linkTab, type OpenedLink } from '../browser/link-key.ts';
import { finalCodeOf, LinkSide, type Run } from './link-side.ts';
import { Parcel } from './parcel.ts';

/** `taken`: the device that made the link has what was sent. Of a draft, `arrived`: it is here; `used`: on another device. */
const CLOSED = ['noLink', 'gone', 'altered', 'unreadable', 'cancelled', 'taken', 'arrived', 'used'] as const;
export type Closed = (typeof CLOSED)[number];
type OpenerPhase = 'opening' | 'failed' | 'stopped' | Closed;

const CLOSED_BY = {
  parcel_gone: 'gone',
  parcel_altered: 'altered',
  unreadable: 'unreadable',
  not_found: 'gone',
} as const;

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
    // The page in the other language continues.
    if (secret !== null && secret === this.parcel?.secret && this.$view.get().error === null) return;
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

  protected onFailure(error: ApiError, phase: Own | OpenerPhase): void {
    const { parcel } = this;
    const final = finalCodeOf(error);
    // A blob is gone with the link, too, whose index says how it ended.
    if (parcel && final === 'parcel_gone' && phase !== 'opening') {
      const findEnd = async ({ wait }: Run) => {
        const { value } = await wait(parcel.read());
        if (value.state === 'ended') this.onCurrent(value);
        else this.close('gone');
      };
      return void this.run('opening', findEnd, false);
    }
    // A file of this device may be unreadable too.
    if (final && !(phase === 'sending' && final === 'unreadable')) this.close(CLOSED_BY[final]);
    else this.show({ phase: phase === 'opening' ? 'failed' : 'stopped', error });
  }

  protected close(phase: Closed): void {
    this.reset({ phase });
    linkTab.endLinkKey(phase);
  }
}
