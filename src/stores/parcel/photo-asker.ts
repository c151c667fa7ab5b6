/** Asks a phone for the file of one field, by a link of 15 minutes. The field validates the untrusted file as any other. */
import type { FieldCode } from '../../domain/api/errors.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { LinkEnd, PackedFile, PhotoIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { finalCodeOf, LinkSide, type LinkView, retryUntilDone } from './link-side.ts';
import { Parcel } from './parcel.ts';

/** Ends as `received` when the field has the file, `cancelled` by the phone, `ended` when the link expires. */
type Phase = 'idle' | 'sending' | 'waiting' | 'fetching' | 'stopped' | 'received' | 'cancelled' | 'ended';
export type AskingPhoto = LinkView<'photo', Phase>;

export interface AskingField {
  path: string;
  type: ApplicationType | null;
  /** Takes the file as if chosen here. @returns its error; null on success, `dropped` when the field needs none any more */
  chooseFile: (file: File) => Promise<FieldCode | 'dropped' | null>;
}

const NO_FIELD: AskingField = { path: '', type: null, chooseFile: async () => 'dropped' };
const NOTIFY_RETRY_MS = 3000;
const WATCH_MS = 2000;

export class PhotoAsker extends LinkSide<'photo', Phase> {
  #field = NO_FIELD;
  /** Revision of the last file that was fetched, or is being fetched. */
  #fetched = 0;
  /** Ended parcels whose phone was not notified yet. */
  readonly #unnotified = new Set<Parcel<'photo'>>();

  constructor() {
    super({ phase: 'idle', index: null, percent: 0, error: null, secret: null, endsAt: null }, WATCH_MS);
  }

  async ask(field: AskingField): Promise<void> {
    void this.cancel();
    this.#field = field;
    this.#fetched = 0;
    const { path, type } = field;
    const index: PhotoIndex = { kind: 'photo', state: 'made', end: null, path, type, problem: null, file: null };
    await this.run('sending', async ({ signal }) => {
      const parcel = await Parcel.create('photo', index);
      if (signal.aborted) return parcel.delete();
      this.#unnotified.add(parcel);
      this.parcel = parcel;
      this.show({ phase: 'waiting', index });
      this.watch();
    });
  }

  async cancel(): Promise<void> {
    const { parcel } = this;
    this.reset();
    if (parcel) await this.#writeEnd(parcel, 'cancelled');
  }

  /** Retries a failed fetch; creates a new link if the old one is unusable. */
  override retry(): Promise<void> {
    return this.parcel ? super.retry() : this.ask(this.#field);
  }

  /** The page is being closed: there is time for one call only. */
  readonly leave = (): void => {
    for (const parcel of this.#unnotified) parcel.delete({ keepalive: true }).catch(() => undefined);
  };

  protected onIndex(index: PhotoIndex): void {
    const { parcel } = this;
    const { state, file } = index;
    if (!parcel) return;
    if (state === 'ended') {
      this.#unnotified.delete(parcel);
      void parcel.deleteBlobs([this.#field.path]).catch(() => undefined);
      this.reset({ phase: 'cancelled' });
      return;
    }
    if (state === 'answered' && file) {
      if (file.revision !== this.#fetched) void this.#receive(parcel, index, file);
    } else if (this.phase === 'waiting') this.show({ index });
  }

  /** Nothing more can arrive through an unreadable link: the phone must not keep waiting. */
  protected onFailure(error: ApiError, phase: Phase): void {
    const { parcel } = this;
    const final = finalCodeOf(error);
    if (parcel && final) {
      this.#unnotified.delete(parcel);
      void parcel.delete().catch(() => this.#unnotified.add(parcel));
      // A blob that is gone belongs to an index that names it.
      const isOver = phase !== 'fetching' && final === 'parcel_gone';
      this.reset(isOver ? { phase: 'ended' } : { phase: 'stopped', error, secret: parcel.secret });
    } else if (phase !== 'waiting') this.show({ phase: 'stopped', error });
  }

  /** Reads the file under the requested path, whatever the phone's name for it. */
  async #receive(parcel: Parcel<'photo'>, index: PhotoIndex, file: PackedFile): Promise<void> {
    this.#fetched = file.revision;
    const { path } = this.#field;
    await this.run('fetching', async ({ signal, onPercent, wait }) => {
      const bytes = await wait(parcel.readBlob(path, file.revision, { onProgress: onPercent, signal }));
      const problem = await wait(this.#field.chooseFile(new File([bytes], file.name, { type: file.type ?? '' })));
      if (problem === null || problem === 'dropped') {
        void this.#writeEnd(parcel, problem ? 'cancelled' : 'taken');
        return this.reset({ phase: problem ? 'idle' : 'received' });
      }
      // Another file may follow.
      const refused: PhotoIndex = { ...index, state: 'made', problem, file: null };
      this.show({ phase: 'waiting', index: refused });
      void retryUntilDone(async () => {
        const isSame = (current: PhotoIndex) =>
          current.state === 'answered' && current.file?.revision === file.revision;
        await parcel.deleteBlobs([path]);
        await parcel.update((current) => (isSame(current) ? refused : null));
      }, NOTIFY_RETRY_MS);
    });
  }

  /** Writes the end over the phone's index, and deletes its file. Retried until it succeeds or the parcel is gone. */
  #writeEnd(parcel: Parcel<'photo'>, end: LinkEnd): Promise<void> {
    const { path } = this.#field;
    return retryUntilDone(async () => {
      await parcel.update((current) => ({ ...current, path, state: 'ended', end, problem: null, file: null }));
      this.#unnotified.delete(parcel);
      await parcel.deleteBlobs([path]);
    }, NOTIFY_RETRY_MS);
  }
}
