/** Ends the links that are stored with a draft. */
import type { LinkEnd } from '../../domain/parcel/contents.ts';
import type { CallRefusal } from '../api/request.ts';
import type { DraftContent } from '../application/draft-record.ts';
import { retryUntilDone } from './link-side.ts';
import { LinkRefusal, linkRefusalOf, Parcel } from './parcel.ts';

type DraftLinks = Pick<DraftContent, 'company' | 'move'>;

/**
 * Ends the links of a draft that is deleted, replaced or sent, unless the draft has moved by one of them.
 * @returns why a link still works until it expires
 */
export async function endDraftLinks({ company, move }: DraftLinks, end: LinkEnd): Promise<CallRefusal | null> {
  try {
    const parcel = move && move.movedAt === null && (await Parcel.open('draft', move.secret));
    const moved = parcel && (await parcel.end('cancelled'));
    // A company's link that went with the draft belongs to the other device.
    if (moved && moved.state === 'ended' && moved.end === 'taken') return null;
    await (company && (await Parcel.open('company', company.secret))?.end(end));
    return null;
  } catch (thrown) {
    return linkRefusalOf(thrown);
  }
}

/** Repeats {@link endDraftLinks} until it succeeds, or the page is left. */
export async function retryEndDraftLinks(links: DraftLinks, end: LinkEnd): Promise<void> {
  await retryUntilDone(async () => {
    const refusal = await endDraftLinks(links, end);
    if (refusal) throw new LinkRefusal(refusal);
  });
}
