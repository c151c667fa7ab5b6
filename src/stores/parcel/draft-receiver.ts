/** Moves a draft to this device. Opening the link changes nothing; the link ends once the draft is stored here. */
import { ANSWERS_PATH, type DraftIndex, type LinkEnd } from '../../domain/parcel/contents.ts';
import { draftStore } from '../application/draft.ts';
import { unpackDraft } from '../application/draft-packing.ts';
import type { DraftContent } from '../application/draft-record.ts';
import type { DraftStore } from '../application/draft-store.ts';
import { retryEndDraftLinks } from './end-link.ts';
import { LinkOpener, type Run } from './link-side.ts';
import { LinkRefusal, type Parcel } from './parcel.ts';

/** `refused`: this device did not store the draft. */
type Own = 'opened' | 'moving' | 'refused';

const WATCH_MS = 3000;

/** `dropped`: form paths of answers that could not be read. */
export class DraftReceiverStore extends LinkOpener<'draft', Own, { dropped: readonly string[] }> {
  readonly #store: DraftStore;

  /** @param store holds this device's draft */
  constructor(store: DraftStore = draftStore) {
    super('draft', WATCH_MS, { dropped: [] });
    this.#store = store;
  }

  /** Moves the draft here, or resumes that: fetches only what is missing. */
  async move(): Promise<void> {
    const { parcel } = this;
    const { index } = this.$view.get();
    if (!parcel || !index) return;
    const { step1Data, step2Data } = this.#store.$draft.get();
    const mayRepeat = () => {
      const now = this.#store.$draft.get();
      return now.step1Data === step1Data && now.step2Data === step2Data;
    };
    const receive = async ({ wait, ...transfer }: Run) => {
      const blobs = await wait(parcel.download(index.files, transfer));
      const read = await wait(unpackDraft((await blobs.get(ANSWERS_PATH)?.text()) ?? '', blobs));
      if (!read) throw new LinkRefusal({ code: 'unreadable' });
      // Another device may have taken the draft meanwhile.
      const { value: current } = await wait(parcel.read());
      if (current.state === 'ended') return this.onCurrent(current);
      this.unwatch();
      if (await this.#replaceDraft(read.content)) return this.#endLink(parcel, read.dropped);
      this.show({ phase: 'refused' });
      this.watch();
    };
    await this.run('moving', receive, { mayRepeat });
  }

  /** Replaces this device's draft, and ends the links of the replaced one. @returns false when the device refuses */
  async #replaceDraft(content: DraftContent): Promise<boolean> {
    const { company, move } = this.#store.$draft.get();
    const isReplaced = await this.#store.replaceDraft(content);
    const isKept = company?.secret === content.company?.secret;
    if (isReplaced) void retryEndDraftLinks({ company: isKept ? null : company, move }, 'cancelled');
    return isReplaced;
  }

  /** A step of its own, so that after a lost connection only this step is repeated, and nothing is stored again. */
  #endLink(parcel: Parcel<'draft'>, dropped: readonly string[]): Promise<void> {
    return this.run('moving', async ({ wait }) => {
      await wait(parcel.end('taken'));
      this.close('arrived');
      this.show({ dropped });
    });
  }

  protected override onEnd(end: LinkEnd): void {
    this.close(end === 'taken' ? 'used' : end);
  }

  protected onIndex(index: DraftIndex): void {
    if (this.phase === 'opening') this.show({ phase: 'opened', index });
  }
}
