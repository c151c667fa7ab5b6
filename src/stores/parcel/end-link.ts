/** Ends the links that lie beside a draft: notifies the other side, and deletes the parcel's content. */
import { fieldsOfParts, isFilePath } from '../../domain/parcel/company-parts.ts';
import {
  ANSWERS_BLOB,
  type CompanyIndex,
  type DraftIndex,
  type LinkEnd,
  type PackedFile,
  REPLY_BLOB,
} from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { DraftContent } from '../application/draft-record.ts';
import { LinkError, linkErrorOf } from './calls.ts';
import { retryUntilDone } from './link-side.ts';
import { Parcel } from './parcel.ts';

type EndedKind = 'draft' | 'company';
type EndedIndex = DraftIndex | CompanyIndex;

const NOTIFY_RETRY_MS = 5000;

/** The blobs that an index names, and the requested files of an attempt that no index names. */
function blobsOf(index: EndedIndex): string[] {
  const named = [ANSWERS_BLOB, ...index.files.map(({ path }) => path)];
  if (index.kind === 'draft') return named;
  const asked = fieldsOfParts(index.type, index.parts).filter(isFilePath);
  return [...new Set([...named, REPLY_BLOB, ...asked, ...index.given.map(({ path }) => path)])];
}

/** Without what the files are called: their paths are needed until their blobs are deleted. */
const unnamed = (files: readonly PackedFile[]) => files.map((file) => ({ ...file, name: '', type: null, size: 0 }));

const emptied = (index: EndedIndex): EndedIndex =>
  index.kind === 'draft'
    ? { ...index, type: null, savedAt: null, files: unnamed(index.files) }
    : { ...index, applicant: '', files: unnamed(index.files), given: unnamed(index.given) };

/**
 * Ends a parcel, also over newer writes unless `mayEnd` returns false. A first end stays.
 * @returns the index for which `mayEnd` returned false; null for an ended parcel @throws LinkError
 */
export async function endParcel<Kind extends EndedKind>(
  parcel: Parcel<Kind>,
  end: LinkEnd,
  mayEnd: (current: EndedIndex & { kind: Kind }) => boolean = () => true,
): Promise<(EndedIndex & { kind: Kind }) | null> {
  type Index = EndedIndex & { kind: Kind };
  try {
    let names: string[] = [];
    let isLeft = false;
    const last = await parcel.update((current) => {
      isLeft = !mayEnd(current as Index);
      names = blobsOf(current as Index);
      return isLeft
        ? null
        : ({ ...emptied(current as Index), state: 'ended', end: (current as Index).end ?? end } as typeof current);
    });
    if (isLeft) return last as Index;
    await parcel.deleteBlobs(names);
  } catch (thrown) {
    const { code } = linkErrorOf(thrown);
    if (code === 'parcel_gone') return null;
    // Otherwise anyone with the link could keep it open by an unreadable index.
    if (end !== 'cancelled' || (code !== 'parcel_altered' && code !== 'unreadable')) throw thrown;
    await parcel.delete();
  }
  return null;
}

export type DraftLinks = Pick<DraftContent, 'company' | 'move'>;

/** Ends the links of a draft that is deleted, replaced or sent. @returns why one still works, until it expires */
export async function endDraftLinks({ company, move }: DraftLinks, end: LinkEnd): Promise<ApiError | null> {
  const [asked, moving] = await Promise.all([
    company && Parcel.open('company', company.secret),
    move && !move.hasArrived ? Parcel.open('draft', move.secret) : null,
  ]);
  try {
    if (asked) await endParcel(asked, end);
    if (moving) await endParcel(moving, 'cancelled', (current) => current.end !== 'taken');
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
  }, NOTIFY_RETRY_MS);
}
