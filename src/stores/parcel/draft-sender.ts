/** Moves the draft to another device. The link is shown after everything was sent; an interrupted upload resumes. */
import { countParts } from '../../domain/application/steps.ts';
import type { DraftIndex, LinkEnd } from '../../domain/parcel/contents.ts';
import type { CallRefusal } from '../api/request.ts';
import { draftStore } from '../application/draft.ts';
import { packDraft } from '../application/draft-packing.ts';
import type { DraftStore } from '../application/draft-store.ts';
import { ports } from '../browser/ports.ts';
import type { ChosenFile, FormFile } from '../device/form-values.ts';
import { DraftLink, type DraftLinkPhase, finalCodeOf } from './link-side.ts';
import { parcelFile } from './parcel.ts';

/** Null when there is nothing to send. */
type Packed = { index: DraftIndex; files: FormFile<ChosenFile>[] } | null;

/** `empty`: there was nothing to send. */
export class DraftSenderStore extends DraftLink<'draft', 'empty'> {
  constructor(store: DraftStore) {
    super('draft', store, {});
  }

  async send(): Promise<void> {
    this.reset();
    let packed: Packed = null;
    await this.run('sending', async (run) => {
      const current = await run.wait(this.#pack());
      // A retry resumes the upload, unless the draft was changed.
      if (current?.index.savedAt !== packed?.index.savedAt) packed = current;
      if (!packed) return this.reset({ phase: 'empty' });
      const index = await this.make(packed.index, packed.files, run);
      await run.wait(this.store.storeLinks({ move: { secret: this.parcel?.secret ?? '', movedAt: null } }));
      this.show({ phase: 'waiting', index });
      this.watch();
    });
  }

  /** Continues the link that is stored with the draft. */
  async resume(): Promise<void> {
    const { move } = this.draft;
    if (move?.movedAt === null && !this.parcel && this.phase !== 'sending') await this.continueLink(move.secret);
  }

  cancel(): Promise<void> {
    return this.end('cancelled');
  }

  protected onIndex(index: DraftIndex): void {
    if (this.phase !== 'sending') this.show({ phase: 'waiting', index, refusal: null });
  }

  protected onEnd(end: LinkEnd): void {
    this.close(end);
  }

  protected override onRefusal(refusal: CallRefusal, phase: 'empty' | DraftLinkPhase): void {
    // An altered index says nothing any more: a new link replaces it.
    if (finalCodeOf(refusal) && phase !== 'sending' && phase !== 'closing') this.close('ended');
    else super.onRefusal(refusal, phase);
  }

  protected close(phase: LinkEnd | 'ended'): void {
    const secret = this.parcel?.secret ?? '';
    this.reset({ phase: phase === 'taken' ? 'idle' : phase });
    const movedAt = new Date(ports.now()).toISOString();
    // The company's link went with the draft: two drafts can't both receive the answers.
    const links = phase === 'taken' ? { move: { secret, movedAt }, company: null } : { move: null };
    void this.store.storeLinks(links);
  }

  async #pack(): Promise<Packed> {
    const draft = await this.store.readDraftContent();
    if (!draft) return null;
    const { answers, files } = packDraft(draft);
    const index: DraftIndex = {
      kind: 'draft',
      state: 'made',
      type: draft.type,
      savedAt: draft.changedAt || null,
      files: [],
      ...countParts(this.store.partStates()),
    };
    return { index, files: [parcelFile(answers), ...files] };
  }
}

/** The portal's one sender of its draft. */
export const draftSender = new DraftSenderStore(draftStore);
