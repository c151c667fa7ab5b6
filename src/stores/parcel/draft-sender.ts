/** Moves the draft to another device. The link is shown after all was sent; an interrupted upload resumes. */
import { countParts } from '../../domain/application/steps.ts';
import type { DraftIndex, LinkEnd } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { draftStore } from '../application/draft.ts';
import { fingerprintOf, packDraft } from '../application/draft-packing.ts';
import type { DraftStore } from '../application/draft-store.ts';
import type { ChosenFile, FormFile } from '../device/form-values.ts';
import { RECEIVED, reportArrival } from './end-link.ts';
import { DraftLink, type DraftLinkPhase, finalCodeOf } from './link-side.ts';
import { answersFile } from './parcel.ts';

/** `empty`: there was nothing to send. */
type Own = 'empty' | 'arrived';
/** Null when there is nothing to send. */
type Packed = { index: DraftIndex; files: FormFile<ChosenFile>[]; fingerprint: string } | null;

export class DraftSender extends DraftLink<'draft', Own> {
  /** Another device moves the draft, and may have stored it before it learns of a cancellation. */
  #isOpened = false;
  /** Fingerprint of the draft that was sent, also after a cancellation. */
  #fingerprint = '';

  constructor(store: DraftStore) {
    super('draft', store, {});
  }

  async send(): Promise<void> {
    this.reset();
    let packed: Packed = null;
    await this.run('sending', async (run) => {
      const current = await run.wait(this.#pack());
      // A retry resumes, unless the draft was changed.
      if (current?.index.savedAt !== packed?.index.savedAt) packed = current;
      if (!packed) return this.reset({ phase: 'empty' });
      const index = await this.make(packed.index, packed.files, run);
      this.#fingerprint = packed.fingerprint;
      const secret = this.parcel?.secret ?? '';
      const move = { secret, fingerprint: this.#fingerprint, hasArrived: false, hasEdits: false };
      await run.wait(this.store.storeLinks({ move }));
      this.show({ phase: 'waiting', index });
      this.watch();
    });
  }

  /** Continues the link that lies beside the draft. */
  async resume(): Promise<void> {
    const { move } = this.draft;
    if (!move || this.parcel || this.phase === 'sending') return;
    if (move.fingerprint === RECEIVED) return reportArrival(this.store);
    if (move.hasArrived) this.reset({ phase: 'arrived' });
    else {
      this.#fingerprint = move.fingerprint;
      await this.continueLink(move.secret, move.isCancelled ? 'cancelled' : 'opening');
    }
  }

  /** Cancels the link; a draft that has arrived stays on the other device. */
  cancel(): Promise<void> {
    this.#isOpened = false;
    return this.end('cancelled', ({ opener }) => {
      this.#isOpened = opener !== null;
      return true;
    });
  }

  /** The applicant continues here with a copy of the draft that has moved. */
  async keepCopy(): Promise<void> {
    await this.store.storeLinks({ move: null });
    this.reset();
  }

  protected onIndex(index: DraftIndex): void {
    if (this.phase !== 'sending') this.show({ phase: 'waiting', index, error: null });
  }

  protected onEnd(end: LinkEnd): void {
    if (end === 'taken') this.close(end);
    else if (this.phase !== 'cancelled') this.close('cancelled');
  }

  protected override onFailure(error: ApiError, phase: Own | DraftLinkPhase): void {
    // It has expired: no device moves the draft any more.
    if (phase === 'cancelled' && finalCodeOf(error)) return void this.store.storeLinks({ move: null });
    if (phase === 'cancelled') return;
    // Nothing can be learned through an altered index: a new link replaces it.
    if (finalCodeOf(error) && phase !== 'sending' && phase !== 'closing') this.close('ended');
    else super.onFailure(error, phase);
  }

  protected close(phase: LinkEnd | 'ended'): void {
    const { parcel } = this;
    const secret = parcel?.secret ?? '';
    this.reset({ phase: phase === 'taken' ? 'arrived' : phase });
    if (phase === 'taken') return void this.#storeArrival(secret);
    const isWatched = phase === 'cancelled' && this.#isOpened;
    const { move } = this.draft;
    if (move) void this.store.storeLinks({ move: isWatched ? { ...move, isCancelled: true } : null });
    if (!isWatched) return;
    this.parcel = parcel;
    this.watch();
  }

  async #storeArrival(secret: string): Promise<void> {
    const draft = await this.store.readDraftContent();
    if (!draft) return;
    const hasEdits = (await fingerprintOf(draft)) !== this.#fingerprint;
    // The company's link went with the draft: two drafts can't both receive the answers.
    await this.store.storeLinks({
      move: { secret, fingerprint: this.#fingerprint, hasArrived: true, hasEdits },
      company: null,
    });
  }

  async #pack(): Promise<Packed> {
    const draft = await this.store.readDraftContent();
    if (!draft) return null;
    const { answers, files } = packDraft(draft);
    const index: DraftIndex = {
      ...{ kind: 'draft', state: 'made', type: draft.type, savedAt: draft.changedAt || null, opener: null, files: [] },
      ...countParts(this.store.partStates()),
    };
    return { index, files: [answersFile(answers), ...files], fingerprint: await fingerprintOf(draft) };
  }
}

/** The portal's one sender of its draft. */
export const draftSender = new DraftSender(draftStore);
