/** Moves a draft to this device. Opening the link changes nothing; the other device's draft is given up once it is stored here. */
import { ANSWERS_PATH, type DraftIndex, type LinkEnd } from '../../domain/parcel/contents.ts';
import { draftStore } from '../application/draft.ts';
import { unpackDraft } from '../application/draft-packing.ts';
import type { Draft, DraftContent } from '../application/draft-record.ts';
import type { DraftStore } from '../application/draft-store.ts';
import { linkTab, type OpenedLink } from '../browser/link-key.ts';
import { RECEIVED, reportArrival, retryEndDraftLinks } from './end-link.ts';
import { LinkOpener, type Run } from './link-side.ts';
import { LinkError } from './parcel.ts';

/** `refused`: this device did not store the draft. */
type Own = 'offered' | 'moving' | 'refused';

const WATCH_MS = 3000;

/** `dropped`: form paths of answers that could not be read. */
export class DraftReceiver extends LinkOpener<'draft', Own, { dropped: readonly string[] }> {
  readonly #store: DraftStore;
  #opener = '';

  /** @param store has this device's draft */
  constructor(store: DraftStore = draftStore) {
    super('draft', WATCH_MS, { dropped: [] });
    this.#store = store;
  }

  override async open(link: OpenedLink): Promise<void> {
    const { fingerprint, secret } = this.#draft.move ?? {};
    void reportArrival(this.#store);
    // The page was left as soon as the draft was stored.
    if (fingerprint === RECEIVED && secret === link.key) return this.close('arrived');
    await super.open(link);
  }

  /** Moves the draft here, or continues: fetches only what is missing. */
  async move(): Promise<void> {
    const { parcel } = this;
    if (!parcel) return;
    const { step1Data, step2Data } = this.#draft;
    const mayRepeat = () => this.#draft.step1Data === step1Data && this.#draft.step2Data === step2Data;
    const receive = async ({ wait, ...transfer }: Run) => {
      const opener = this.#opener;
      const claimed = await wait(
        parcel.update((current) => (current.opener === opener ? null : { ...current, state: 'opened', opener })),
      );
      if (claimed.state === 'ended') return this.onCurrent(claimed);
      this.show({ index: claimed });
      const blobs = await wait(parcel.download(claimed.files, transfer));
      const read = await wait(unpackDraft((await blobs.get(ANSWERS_PATH)?.text()) ?? '', blobs));
      if (!read) throw new LinkError({ code: 'unreadable' });
      // A write that has begun is not superseded: the other device must learn of it.
      this.unwatch();
      if (!(await this.#replaceDraft(read.content, parcel.secret))) {
        this.show({ phase: 'refused' });
        return this.watch();
      }
      this.close('arrived');
      this.show({ dropped: read.dropped });
      void reportArrival(this.#store);
    };
    await this.run('moving', receive, { mayRepeat });
  }

  get #draft(): Draft {
    return this.#store.$draft.get();
  }

  /** Replaces this device's draft. The links of the one that it replaces end. @returns false when the device refuses */
  async #replaceDraft(content: DraftContent, secret: string): Promise<boolean> {
    const { company, move } = this.#draft;
    const received = { secret, fingerprint: RECEIVED, hasArrived: false, hasEdits: false };
    const isReplaced = await this.#store.replaceDraft({ ...content, move: received });
    const isKept = company?.secret === content.company?.secret;
    if (isReplaced) void retryEndDraftLinks({ company: isKept ? null : company, move }, 'cancelled');
    return isReplaced;
  }

  protected override async beforeRead(): Promise<void> {
    this.#opener = linkTab.tabId();
  }

  protected override onEnd(end: LinkEnd): void {
    this.close(end === 'taken' ? 'used' : end);
  }

  /** A reloaded tab continues its move, unless this device has a draft by then. Another device that moves it stops this one. */
  protected onIndex(index: DraftIndex): void {
    const { phase } = this;
    const isOwn = index.opener === this.#opener;
    const own = this.#draft;
    if (isOwn && phase === 'opening' && own.phase === 'ready' && own.savedAt === null) void this.move();
    // While the claim is being written, the index is still the earlier one.
    else if (phase === 'opening' || (!isOwn && (phase !== 'moving' || this.$view.get().index?.opener === this.#opener)))
      void this.run('offered', async () => this.show({ index: isOwn ? { ...index, opener: null } : index }));
  }
}
