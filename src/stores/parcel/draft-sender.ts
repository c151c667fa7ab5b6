/**
 * Moves the draft to another device. The link is shown after all was sent; an interrupted upload resumes. Its key lies beside
 * the draft, so that it can be cancelled, and its use is noticed, after the tab was closed.
 */
import { answeredParts, type PartProgress } from '../../domain/application/steps.ts';
import { ANSWERS_BLOB, type DraftIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { draftStore } from '../application/draft.ts';
import { packDraft } from '../application/draft-packing.ts';
import type { DraftContent, DraftMove } from '../application/draft-record.ts';
import type { ChosenFile, FormFile } from '../device/form-values.ts';
import { endParcel } from './end-link.ts';
import { finalCodeOf, LinkSide, type LinkView, type Run } from './link-side.ts';
import { type BlobUpload, newUpload, Parcel, packedFiles } from './parcel.ts';

type Working = 'idle' | 'opening' | 'sending' | 'stopped' | 'waiting' | 'closing' | 'closeFailed';
/** `empty`: there was nothing to send. `ended`: the link has expired. */
type Phase = Working | 'empty' | 'arrived' | 'cancelled' | 'ended';
export type SendingDraft = LinkView<'draft', Phase>;

export interface DraftSenderPorts {
  content: () => Promise<DraftContent | null>;
  move: () => DraftMove | null;
  /** Stores the link beside the draft; null deletes it. An arrived draft's company link went with it. */
  storeMove: (move: DraftMove | null) => Promise<unknown>;
  states: () => readonly PartProgress[];
}

/** Within a minute, also on a page that is hidden. */
const WATCH_MS = 5000;

export class DraftSender extends LinkSide<'draft', Phase> {
  readonly #ports: DraftSenderPorts;
  #files: readonly FormFile<ChosenFile>[] = [];
  #uploads: BlobUpload[] = [];

  constructor(ports: DraftSenderPorts) {
    super({ phase: 'idle', index: null, percent: 0, error: null, secret: null, endsAt: null }, WATCH_MS);
    this.#ports = ports;
  }

  async send(): Promise<void> {
    this.reset();
    await this.run('sending', async (run) => {
      const index = this.parcel ? this.$view.get().index : await run.wait(this.#pack());
      if (!index) return this.reset({ phase: 'empty' });
      this.parcel ??= await this.#create(index, run);
      this.show({ index });
      await run.wait(this.parcel.upload(this.#uploads, run));
      const files = packedFiles(this.#files, this.#uploads);
      const answers = this.#uploads.find(({ name }) => name === ANSWERS_BLOB)?.revision ?? 0;
      const made = await run.wait(this.parcel.update((current) => ({ ...current, files, answers })));
      await run.wait(this.#ports.storeMove({ secret: this.parcel.secret, hasArrived: false }));
      this.show({ phase: 'waiting', index: made });
      this.watch();
    });
  }

  /** Continues the link that lies beside the draft. */
  async resume(): Promise<void> {
    const move = this.#ports.move();
    if (!move || this.parcel || this.phase === 'sending') return;
    if (move.hasArrived) return this.reset({ phase: 'arrived' });
    this.parcel = await Parcel.open('draft', move.secret);
    if (!this.parcel) return this.#end('ended');
    this.show({ phase: 'opening' });
    this.watch();
  }

  /** Whether the draft has moved, as far as this device can learn now. */
  async hasArrived(): Promise<boolean> {
    await this.resume();
    const got = await this.parcel?.read().catch(() => null);
    if (got) this.onIndex(got.value);
    return this.phase === 'arrived';
  }

  /** Cancels the link; a draft that has arrived stays on the other device. */
  async cancel(): Promise<void> {
    const { parcel } = this;
    const isShared = this.phase !== 'sending' && this.phase !== 'stopped';
    if (!parcel) return this.#end('cancelled');
    this.unwatch();
    await this.run(
      'closing',
      async ({ wait }) => {
        // No other device has the link yet.
        if (!isShared) {
          await wait(parcel.delete());
          return this.#end('cancelled');
        }
        let hasBegun = false;
        const left = await wait(
          endParcel(parcel, 'cancelled', ({ end, opener }) => {
            hasBegun = opener !== null;
            return end !== 'taken';
          }),
        );
        if (left) return this.#arrive();
        this.#end('cancelled');
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
    await this.#ports.storeMove(null);
    this.reset();
  }

  protected onIndex(index: DraftIndex): void {
    if (index.end === 'taken') this.#arrive();
    else if (index.end && this.phase !== 'cancelled') this.#end('cancelled');
    else if (this.phase === 'waiting' || this.phase === 'opening') this.show({ phase: 'waiting', index });
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
    const { parcel } = this;
    const paths = this.$view.get().index?.files.map(({ path }) => path) ?? [];
    // The other device may have been closed before it deleted them. The index stays: it shows that the link was used.
    parcel?.deleteBlobs([ANSWERS_BLOB, ...paths]).catch(() => undefined);
    const secret = parcel?.secret ?? '';
    this.reset({ phase: 'arrived' });
    void this.#ports.storeMove({ secret, hasArrived: true });
  }

  #end(phase: 'cancelled' | 'ended'): void {
    this.reset({ phase });
    if (this.#ports.move()) void this.#ports.storeMove(null);
  }

  async #create(index: DraftIndex, { signal }: Run): Promise<Parcel<'draft'>> {
    const parcel = await Parcel.create('draft', index);
    if (signal.aborted) await parcel.delete();
    signal.throwIfAborted();
    return parcel;
  }

  async #pack(): Promise<DraftIndex | null> {
    const draft = await this.#ports.content();
    if (!draft) return null;
    const { answers, files } = packDraft(draft);
    this.#files = files;
    this.#uploads = [
      newUpload(ANSWERS_BLOB, new Blob([answers])),
      ...files.map(({ path, file }) => newUpload(path, file.blob)),
    ];
    const states = this.#ports.states();
    const count = (state: PartProgress['state']) => states.filter((progress) => progress.state === state).length;
    return {
      kind: 'draft',
      state: 'made',
      end: null,
      type: draft.type,
      done: count('done'),
      started: count('started') + count('attention'),
      parts: answeredParts(draft.type).length,
      savedAt: draft.changedAt || null,
      files: packedFiles(files, []),
      answers: 0,
      opener: null,
    };
  }
}

/** The portal's one sender of its draft. */
export const draftSender = new DraftSender({
  content: () => draftStore.readDraftContent(),
  move: () => draftStore.$draft.get().move,
  // The company's link went with the draft: two drafts can't both receive the answers.
  storeMove: (move) => draftStore.storeLinks({ move, ...(move?.hasArrived && { company: null }) }),
  states: () => draftStore.partStates(),
});
