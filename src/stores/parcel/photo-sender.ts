/** The phone's side: names the requested document, and sends one sealed file. Opening the link changes nothing. */
import type { FieldCode } from '../../domain/api/errors.ts';
import type { PackedFile, PhotoIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { transferPorts } from '../browser/transfer-ports.ts';
import type { ChosenFile } from '../device/form-values.ts';
import type { OpenedLink } from './link.ts';
import { CLOSED_BY, finalCodeOf, LinkSide, type LinkView, retryUntilDone } from './link-side.ts';
import { type BlobUpload, newUpload, Parcel } from './parcel.ts';

export const CLOSED_PHOTO = ['noLink', 'gone', 'altered', 'unreadable', 'cancelled', 'received'] as const;
export type ClosedPhoto = (typeof CLOSED_PHOTO)[number];
type Phase = 'opening' | 'failed' | 'offered' | 'working' | 'sending' | 'stopped' | 'waiting' | ClosedPhoto;
export type SendingPhoto = LinkView<'photo', Phase>;

const NOTIFY_RETRY_MS = 3000;
const WATCH_MS = 2000;

export class PhotoSender extends LinkSide<'photo', Phase> {
  constructor() {
    super({ phase: 'opening', index: null, percent: 0, error: null, secret: null, endsAt: null }, WATCH_MS);
  }

  /** Reads the link's parcel without changing it. */
  async open({ key, ended }: OpenedLink): Promise<void> {
    this.reset();
    const before = CLOSED_PHOTO.find((phase) => phase === ended);
    const parcel = key === null ? null : await Parcel.open('photo', key);
    if (!parcel) return this.show({ phase: before ?? 'noLink' });
    this.parcel = parcel;
    await this.run('opening', async ({ wait }) => {
      this.onIndex((await wait(parcel.read())).value);
      if (this.parcel) this.watch();
    });
  }

  /** Continues after a press, so that a user who did not request this can stop here. */
  accept(): void {
    if (this.phase === 'offered') this.show({ phase: 'working' });
  }

  /** Shows why a file can't be used; null after a valid choice. */
  refuse(problem: FieldCode | null): void {
    const { index } = this.$view.get();
    if (this.phase === 'working' && index) this.show({ index: { ...index, problem } });
  }

  /** Sends a file that the field would accept. */
  async send({ name, type, size, blob }: ChosenFile): Promise<void> {
    const { parcel } = this;
    const { index } = this.$view.get();
    if (this.phase !== 'working' || !parcel || !index) return;
    const { path } = index;
    const upload: BlobUpload = newUpload(path, blob);
    await this.run('sending', async ({ wait, ...transfer }) => {
      await wait(parcel.upload([upload], transfer));
      const file: PackedFile = { path, name, type, size, revision: upload.revision };
      const isOver = ({ state, file: other }: PhotoIndex) => state === 'ended' || other?.revision === file.revision;
      const sent = await wait(
        parcel.update((current) => (isOver(current) ? null : { ...current, state: 'answered', problem: null, file })),
      );
      this.show({ phase: 'waiting' });
      this.onIndex(sent);
    });
  }

  async cancel(): Promise<void> {
    const { parcel } = this;
    if (!parcel) return;
    this.#close('cancelled');
    await retryUntilDone(async () => {
      const last = await parcel.update((current) =>
        current.state === 'ended' ? null : { ...current, state: 'ended', end: 'cancelled', file: null },
      );
      if (last.end === 'taken' && !this.parcel) this.#close('received');
    }, NOTIFY_RETRY_MS);
  }

  protected onIndex(index: PhotoIndex): void {
    const { state, end, problem } = index;
    const { phase } = this;
    if (state === 'ended') this.#close(end === 'taken' ? 'received' : 'cancelled');
    else if (phase === 'sending' || phase === 'stopped') return;
    else if (state === 'answered') this.show({ phase: 'waiting', index });
    else if (phase === 'opening' || phase === 'failed') this.show({ phase: 'offered', index, error: null });
    else if (phase === 'waiting') this.show({ phase: 'working', index });
    // The file that is being chosen has its own problem.
    else if (phase === 'offered' || problem) this.show({ index });
  }

  protected onFailure(error: ApiError, phase: Phase): void {
    const final = finalCodeOf(error);
    // The phone's own file may be unreadable too.
    if (final && !(phase === 'sending' && final === 'unreadable')) this.#close(CLOSED_BY[final]);
    else if (phase === 'opening') this.show({ phase: 'failed', error });
    else if (phase === 'sending') this.show({ phase: 'stopped', error });
  }

  #close(phase: ClosedPhoto): void {
    this.reset({ phase });
    transferPorts.endLinkKey(phase);
  }
}
