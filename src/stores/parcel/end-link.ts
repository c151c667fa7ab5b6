/** Ends the links that lie beside a draft. */
import type { LinkEnd } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { DraftContent } from '../application/draft-record.ts';
import type { DraftStore } from '../application/draft-store.ts';
import { finalCodeOf, retryUntilDone } from './link-side.ts';
import { LinkError, linkErrorOf, Parcel } from './parcel.ts';

type DraftLinks = Pick<DraftContent, 'company' | 'move'>;

/** In place of a fingerprint: the draft came by this link, and the other device does not know yet. */
export const RECEIVED = 'received';

/** Ends the links of a draft that is deleted, replaced or sent, unless it has moved by one. @returns why one still works, until it expires */
export async function endDraftLinks({ company, move }: DraftLinks, end: LinkEnd): Promise<ApiError | null> {
  const isReceived = move?.fingerprint === RECEIVED;
  try {
    const parcel = move && !move.hasArrived && (await Parcel.open('draft', move.secret));
    const moved = parcel && (await parcel.end(isReceived ? 'taken' : 'cancelled'));
    // A company's link that went with the draft is the other device's.
    if (moved && moved.state === 'ended' && moved.end === 'taken' && !isReceived) return null;
    await (company && (await Parcel.open('company', company.secret))?.end(end));
    return null;
  } catch (thrown) {
    return linkErrorOf(thrown);
  }
}

/** {@link endDraftLinks} until it succeeds, or the page is left. */
export async function retryEndDraftLinks(links: DraftLinks, end: LinkEnd): Promise<void> {
  await retryUntilDone(async () => {
    const error = await endDraftLinks(links, end);
    if (error) throw new LinkError(error);
  });
}

/** Reports that the draft has arrived here, and then forgets its link. A page that is left before leaves this to the next one. */
export async function reportArrival(store: DraftStore): Promise<void> {
  const { move } = store.$draft.get();
  if (move?.fingerprint !== RECEIVED) return;
  await retryUntilDone(async () => {
    const error = await endDraftLinks({ company: null, move }, 'taken');
    if (error && !finalCodeOf(error)) throw new LinkError(error);
    if (store.$draft.get().move?.secret === move.secret) await store.storeLinks({ move: null });
  });
}
