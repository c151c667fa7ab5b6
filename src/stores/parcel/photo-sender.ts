/** The phone's side: shows which document is requested, and sends one sealed file. Opening the link changes nothing. */
import type { FieldCode } from '../../domain/api/field-codes.ts';
import type { PhotoIndex } from '../../domain/parcel/contents.ts';
import type { ChosenFile } from '../device/form-values.ts';
import { LinkOpener, retryUntilDone } from './link-side.ts';

const WATCH_MS = 2000;

export class PhotoSender extends LinkOpener<'photo', 'opened' | 'working' | 'sending' | 'waiting'> {
  constructor() {
    super('photo', WATCH_MS, {});
  }

  /** Continues after a press, so that a person who did not request this can stop here. */
  accept(): void {
    if (this.phase === 'opened') this.show({ phase: 'working' });
  }

  /** Shows why a file can't be used; null after a valid choice. */
  refuse(issue: FieldCode | null): void {
    const { index } = this.$view.get();
    if (this.phase === 'working' && index) this.show({ index: { ...index, issue } });
  }

  /** Sends a file that the field would accept. */
  async send(file: ChosenFile): Promise<void> {
    const { parcel } = this;
    const { index } = this.$view.get();
    if (this.phase !== 'working' || !parcel || !index) return;
    await this.run('sending', async ({ wait, ...transfer }) => {
      const files = await wait(parcel.upload([{ path: index.path, file }], transfer));
      // The field may have refused this file already.
      const isOwn = (current: PhotoIndex) => current.files[0]?.id === files[0]?.id;
      const sent = await wait(
        parcel.update((current) => (isOwn(current) ? null : { ...current, state: 'answered', issue: null, files })),
      );
      this.show({ phase: 'waiting' });
      this.onCurrent(sent);
    });
  }

  async cancel(): Promise<void> {
    const { parcel } = this;
    if (!parcel) return;
    this.close('cancelled');
    await retryUntilDone(async () => {
      const last = await parcel.end('cancelled');
      if (last.state === 'ended' && last.end === 'taken' && !this.parcel) this.close('taken');
    });
  }

  protected onIndex(index: PhotoIndex): void {
    const { phase } = this;
    if (phase === 'sending' || phase === 'stopped') return;
    if (index.state === 'answered') this.show({ phase: 'waiting', index });
    else if (phase === 'opening' || phase === 'failed') this.show({ phase: 'opened', index, refusal: null });
    else if (phase === 'waiting') this.show({ phase: 'working', index });
    // The file that is being chosen has its own issue.
    else if (phase === 'opened' || index.issue) this.show({ index });
  }
}
