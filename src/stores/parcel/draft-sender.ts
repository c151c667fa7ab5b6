/**
 * Moves the draft to another device. The link is shown after all was sent; an interrupted upload resumes. Its key lies beside
 * the draft, so that it can be cancelled, and its use is noticed, after the tab was closed.
 */
import { answeredParts, type PartProgress } from '../../domain/application/steps.ts';
import type { DraftIndex, LinkEnd } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { draftStore } from '../application/draft.ts';
import { packDraft } from '../application/draft-packing.ts';
import type { DraftStore } from '../application/draft-store.ts';
import type { ChosenFile, FormFile } from '../device/form-values.ts';
import { finalCodeOf, LinkSide, type LinkView } from './link-side.ts';
import { answersFile, Parcel } from './parcel.ts';

type Working = 'idle' | 'opening' | 'sending' | 'stopped' | 'waiting' | 'closing' | 'closeFailed';
/** `empty`: there was nothing to send. `ended`: the link has expired. */
type Phase = Working | 'empty' | 'arrived' | 'cancelled' | 'ended';
/** Null when there is nothing to send. */
type Packed = { index: DraftIndex; files: FormFile<ChosenFile>[] } | null;
export type SendingDraft = LinkView<'draft', Phase>;

/** Within a minute, also on a page that is hidden. */
const WATCH_MS = 5000;

export class DraftSender extends LinkSide<'draft', Phase> {
  readonly #store: DraftStore;

  /** @param store has the draft, and its link beside it */
  constructor(store: DraftStore) {
    super('idle', WATCH_MS, {});
    this.#store = store;
  }

  async send(): Promise<void> {
    this.reset();
    let packed: Packed = null;
    await this.run('sending', async (run) => {
      packed ??= await run.wait(this.#pack());
      if (!packed) return this.reset({ phase: 'empty' });
      const index = await this.make(packed.index, packed.files, run);
      await run.wait(this.#store.storeLinks({ move: { secret: this.parcel?.secret ?? '', hasArrived: false } }));
      this.show({ phase: 'waiting', index });
      this.watch();
    });
  }

  /** Continues the link that lies beside the draft. */
  async resume(): Promise<void> {
    const move = this.#store.$draft.get().move;
    if (!move || this.parcel || this.phase === 'sending') return;
    if (move.hasArrived) return this.reset({ phase: 'arrived' });
    this.parcel = await Parcel.open('draft', move.secret);
    if (!this.parcel) return this.#end('ended');
    this.show({ phase: 'opening' });
    this.watch();
  }

  /** Cancels the link; a draft that has arrived stays on the other device. */
  async cancel(): Promise<void> {
    const { parcel } = this;
    if (!parcel) return this.#end('cancelled');
    this.unwatch();
    await this.run(
      'closing',
      async ({ wait }) => {
        let hasBegun = false;
        const isOpened = ({ opener }: DraftIndex) => {
          hasBegun = opener !== null;
          return true;
        };
        const last = await wait(parcel.end('cancelled', isOpened));
        this.onEnd(last.state === 'ended' ? last.end : 'cancelled');
        if (!hasBegun) return;
        // That device may have stored the draft before it was notified.
        this.parcel = parcel;
        this.watch();
      },
      false,
    );
  }

  /** The applicant continues here with a copy of the draft that has moved. */
  async keepCopy(): Promise<void> {
    await this.#store.storeLinks({ move: null });
    this.reset();
  }

  protected onIndex(index: DraftIndex): void {
    if (this.phase === 'waiting' || this.phase === 'opening') this.show({ phase: 'waiting', index });
  }

  protected onEnd(end: LinkEnd): void {
    if (end === 'taken') this.#arrive();
    else if (this.phase !== 'cancelled') this.#end('cancelled');
  }

  protected onFailure(error: ApiError, phase: Phase): void {
    const isGone = error.code === 'parcel_gone';
    if (phase === 'cancelled') return;
    if (phase === 'closing' && !isGone) this.show({ phase: 'closeFailed', error });
    else if (phase === 'closing') this.#end('cancelled');
    else if (isGone || (finalCodeOf(error) && phase !== 'sending')) this.#end('ended');
    else this.show({ phase: 'stopped', error });
  }

  #arrive(): void {
    const secret = this.parcel?.secret ?? '';
    this.reset({ phase: 'arrived' });
    // The company's link went with the draft: two drafts can't both receive the answers.
    void this.#store.storeLinks({ move: { secret, hasArrived: true }, company: null });
  }

  #end(phase: 'cancelled' | 'ended'): void {
    this.reset({ phase });
    if (this.#store.$draft.get().move) void this.#store.storeLinks({ move: null });
  }

  async #pack(): Promise<Packed> {
    const draft = await this.#store.readDraftContent();
    if (!draft) return null;
    const { answers, files } = packDraft(draft);
    const states = this.#store.partStates();
    const count = (state: PartProgress['state']) => states.filter((progress) => progress.state === state).length;
    const index: DraftIndex = {
      kind: 'draft',
      state: 'made',
      type: draft.type,
      done: count('done'),
      started: count('started') + count('attention'),
      parts: answeredParts(draft.type).length,
      savedAt: draft.changedAt || null,
      opener: null,
      files: [],
    };
    return { index, files: [answersFile(answers), ...files] };
  }
}

/** The portal's one sender of its draft. */
export const draftSender = new DraftSender(draftStore);
