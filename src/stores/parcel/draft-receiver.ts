/** Moves a draft to this device. Opening the link changes nothing; the other device's draft is given up once it is stored here. */
import { ANSWERS_BLOB, type DraftIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { draftStore } from '../application/draft.ts';
import { unpackDraft } from '../application/draft-packing.ts';
import type { DraftContent } from '../application/draft-record.ts';
import { transferPorts } from '../browser/transfer-ports.ts';
import { LinkError } from './calls.ts';
import { retryEndDraftLinks } from './end-link.ts';
import type { OpenedLink } from './link.ts';
import { CLOSED_BY, finalCodeOf, LinkSide, type LinkView, retryUntilDone } from './link-side.ts';
import { Parcel } from './parcel.ts';

/** `used`: by another device. `arrived`: here. */
export const CLOSED_DRAFT = ['noLink', 'gone', 'altered', 'unreadable', 'used', 'cancelled', 'arrived'] as const;
export type ClosedDraft = (typeof CLOSED_DRAFT)[number];
/** `refused`: this device did not store the draft. */
type Phase = 'opening' | 'failed' | 'offered' | 'moving' | 'stopped' | 'refused' | ClosedDraft;

export interface ReceivingDraft extends LinkView<'draft', Phase> {
  /** Form paths of answers that could not be read. */
  dropped: readonly string[];
}

const NOTIFY_RETRY_MS = 5000;
const WATCH_MS = 3000;

export class DraftReceiver extends LinkSide<'draft', Phase, ReceivingDraft> {
  readonly #replace: (content: DraftContent) => Promise<boolean>;
  #opener = '';
  #blobs = new Map<string, Blob>();

  /** @param replace replaces the device's draft; false when the device refuses */
  constructor(replace: (content: DraftContent) => Promise<boolean>) {
    const first = { index: null, percent: 0, error: null, secret: null, endsAt: null, dropped: [] };
    super({ ...first, phase: 'opening' }, WATCH_MS);
    this.#replace = replace;
  }

  /** Reads the link's parcel without changing it. A tab that was reloaded while it moved the draft continues. */
  async open({ key, ended }: OpenedLink): Promise<void> {
    // The page in the other language continues.
    if (this.isOpen(key)) return;
    this.reset();
    this.#blobs = new Map();
    this.#opener = transferPorts.tabId();
    const before = CLOSED_DRAFT.find((phase) => phase === ended);
    const parcel = key === null ? null : await Parcel.open('draft', key);
    if (!parcel) return this.show({ phase: before ?? 'noLink' });
    this.parcel = parcel;
    await this.run('opening', async ({ wait }) => {
      this.onIndex((await wait(parcel.read())).value);
      if (this.parcel) this.watch();
    });
  }

  /** Moves the draft here, or continues: fetches only what is missing. */
  async move(): Promise<void> {
    const { parcel } = this;
    if (!parcel) return;
    await this.run('moving', async ({ wait, ...transfer }) => {
      const opener = this.#opener;
      const claimed = await wait(
        parcel.update((current) =>
          current.state === 'ended' || current.opener === opener ? null : { ...current, state: 'opened', opener },
        ),
      );
      if (claimed.state === 'ended') return this.onIndex(claimed);
      this.show({ index: claimed });
      const answers = { path: ANSWERS_BLOB, revision: claimed.answers, type: 'application/json', size: 0 };
      await wait(parcel.download([answers, ...claimed.files], this.#blobs, transfer));
      const text = (await this.#blobs.get(ANSWERS_BLOB)?.text()) ?? '';
      const read = await wait(unpackDraft(text, this.#blobs));
      if (!read) throw new LinkError({ code: 'unreadable' });
      await this.#store(parcel, claimed, read);
    });
  }

  protected onIndex(index: DraftIndex): void {
    const { phase } = this;
    const isOwn = index.state === 'opened' && index.opener === this.#opener;
    if (index.state === 'ended') this.#close(index.end === 'taken' ? 'used' : 'cancelled');
    else if (isOwn && phase === 'opening') void this.move();
    // While the claim is being written, the index is still the earlier one.
    else if (!isOwn && (phase !== 'moving' || this.$view.get().index?.opener === this.#opener)) this.#offer(index);
  }

  protected onFailure(error: ApiError, phase: Phase): void {
    const final = finalCodeOf(error);
    if (final) this.#close(CLOSED_BY[final]);
    else this.show({ phase: phase === 'opening' ? 'failed' : 'stopped', error });
  }

  /** Another device moves the draft: this one stops, and may begin again. */
  #offer(index: DraftIndex): void {
    void this.run('offered', async () => this.show({ index }));
  }

  async #store(parcel: Parcel<'draft'>, index: DraftIndex, read: { content: DraftContent; dropped: string[] }) {
    // A write that has begun is not superseded: the other device must learn of it.
    this.unwatch();
    if (!(await this.#replace(read.content))) {
      this.show({ phase: 'refused' });
      return this.watch();
    }
    this.#close('arrived', read.dropped);
    // Until it expires, the remaining index shows only that the link was used. It replaces a cancellation.
    const names = [ANSWERS_BLOB, ...index.files.map(({ path }) => path)];
    void retryUntilDone(async () => {
      await parcel.update((current) =>
        current.end === 'taken'
          ? null
          : { ...current, state: 'ended', end: 'taken', type: null, savedAt: null, files: [] },
      );
      await parcel.deleteBlobs(names);
    }, NOTIFY_RETRY_MS);
  }

  #close(phase: ClosedDraft, dropped: readonly string[] = []): void {
    this.#blobs.clear();
    this.reset({ phase, dropped });
    transferPorts.endLinkKey(phase);
  }
}

/** The portal's receiver of a draft. The links of a draft that it replaces end. */
export const draftReceiver = new DraftReceiver(async (content) => {
  const { company, move } = draftStore.$draft.get();
  const isReplaced = await draftStore.replaceDraft(content);
  const isKept = company?.secret === content.company?.secret;
  if (isReplaced) void retryEndDraftLinks({ company: isKept ? null : company, move }, 'cancelled');
  return isReplaced;
});
