/** The portal's receiver of a draft; see receive-draft.ts. */
import { draftStore } from '../application/draft.ts';
import { ports } from '../browser/ports.ts';
import { openParcel } from './parcel.ts';
import { createDraftReceiver } from './receive-draft.ts';
import { watchIndex } from './watch.ts';

export const draftReceiver = createDraftReceiver({
  open: openParcel,
  watch: watchIndex,
  replace: draftStore.replaceDraft,
  newOpener: () => crypto.randomUUID(),
  whenOnline: ports.whenOnline,
  after: ports.after,
});
