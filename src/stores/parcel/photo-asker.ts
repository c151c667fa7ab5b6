/**
 * Asks a phone for the file of one field, by a link that works for 15 minutes. The field validates the untrusted file like any
 * other.
 */
import type { FieldCode } from '../../domain/api/field-codes.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { LinkEnd, PackedFile, PhotoIndex } from '../../domain/parcel/contents.ts';
import type { CallRefusal } from '../api/request.ts';
import { finalCodeOf, LinkSide, retryUntilDone } from './link-side.ts';
import type { Parcel } from './parcel.ts';

/** Ends as `taken` when the field has the file, `cancelled` by the phone, `ended` when the link expires. */
type Phase = 'idle' | 'sending' | 'waiting' | 'fetching' | 'stopped' | 'taken' | 'cancelled' | 'ended';

export interface AskingField {
  path: string;
  type: ApplicationType | null;
  /**
   * Takes the file as if it was chosen here.
   * @returns its issue; null on success, `dropped` when the field needs no file any more
   */
  chooseFile: (file: File) => Promise<FieldCode | 'dropped' | null>;
}

const WATCH_MS = 2000;

export class PhotoAskerStore extends LinkSide<'photo', Phase> {
  #field: AskingField = { path: '', type: null, chooseFile: async () => 'dropped' };
  /** Id of the last file that was fetched, or is being fetched. */
  #fetched = '';
  /** Parcels whose phone has not seen their end. */
  readonly #open = new Set<Parcel<'photo'>>();

  constructor() {
    super('idle', WATCH_MS, {});
  }

  async ask(field: AskingField): Promise<void> {
    void this.cancel();
    this.#field = field;
    const { path, type } = field;
    await this.run('sending', async (run) => {
      const index = await this.make({ kind: 'photo', state: 'made', path, type, issue: null, files: [] }, [], run);
      if (this.parcel) this.#open.add(this.parcel);
      this.show({ phase: 'waiting', index });
      this.watch();
    });
  }

  async cancel(): Promise<void> {
    const { parcel } = this;
    this.reset();
    if (parcel) await this.#end(parcel, 'cancelled');
  }

  /** Retries a failed fetch; makes a new link if the old one can't be used. */
  override retry(): Promise<void> {
    return this.parcel ? super.retry() : this.ask(this.#field);
  }

  /** Called when the page is being closed: there is time for one call only. */
  readonly leave = (): void => {
    for (const parcel of this.#open) parcel.delete({ keepalive: true }).catch(() => undefined);
  };

  protected onIndex(index: PhotoIndex): void {
    const { parcel } = this;
    const [file] = index.files;
    if (!parcel) return;
    if (index.state !== 'answered' || !file) {
      if (this.phase === 'waiting') this.show({ index });
    } else if (file.id !== this.#fetched) void this.#receive(parcel, index, file);
  }

  protected onEnd(): void {
    if (this.parcel) this.#open.delete(this.parcel);
    this.reset({ phase: 'cancelled' });
  }

  /** Nothing more can arrive through an unreadable link: it is ended, so that the phone stops waiting. */
  protected onRefusal(refusal: CallRefusal, phase: Phase): void {
    const { parcel } = this;
    const final = finalCodeOf(refusal);
    if (parcel && final) {
      this.#open.delete(parcel);
      void parcel.delete().catch(() => this.#open.add(parcel));
      // The index lists the blob: if the blob is gone, the link still works.
      const hasExpired = phase !== 'fetching' && final === 'parcel_gone';
      this.reset(hasExpired ? { phase: 'ended' } : { phase: 'stopped', refusal, secret: parcel.secret });
    } else if (phase !== 'waiting') this.show({ phase: 'stopped', refusal });
  }

  /** Reads the file under the requested path, whatever name the phone gave it. */
  async #receive(parcel: Parcel<'photo'>, index: PhotoIndex, file: PackedFile): Promise<void> {
    this.#fetched = file.id;
    await this.run('fetching', async ({ wait, ...transfer }) => {
      const bytes = [...(await wait(parcel.download([file], transfer))).values()];
      const issue = await wait(this.#field.chooseFile(new File(bytes, file.name, { type: file.type ?? '' })));
      if (issue === null || issue === 'dropped') {
        void this.#end(parcel, issue ? 'cancelled' : 'taken');
        return this.reset({ phase: issue ? 'idle' : 'taken' });
      }
      // The phone may send another file.
      this.show({ phase: 'waiting', index: { ...index, state: 'made', issue } });
      const isSame = ({ state, files }: PhotoIndex) => state === 'answered' && files[0]?.id === file.id;
      void retryUntilDone(() =>
        parcel.update((current) => (isSame(current) ? { ...current, state: 'made', issue } : null)),
      );
    });
  }

  #end(parcel: Parcel<'photo'>, end: LinkEnd): Promise<void> {
    return retryUntilDone(async () => {
      await parcel.end(end);
      this.#open.delete(parcel);
    });
  }
}
