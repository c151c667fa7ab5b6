/** Ends the link of a company: notifies the company, and deletes the parcel's content. */
import { fieldsOfParts, isFilePath } from '../../domain/parcel/company-parts.ts';
import { ANSWERS_BLOB, type CompanyIndex, REPLY_BLOB } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { CompanyRequest } from '../application/draft-record.ts';
import { ports } from '../browser/ports.ts';
import { openParcel, type ParcelHandle } from './parcel.ts';
import { deleteBlobs, retryUntilDone, updateIndex } from './transfers.ts';

export type CompanyEnd = 'taken' | 'revoked';

const NOTIFY_RETRY_MS = 5000;

/** Added to the draft before the link is ended so. */
export const addEnd = (company: CompanyRequest, as: CompanyEnd): CompanyRequest => ({
  ...company,
  endedAs: [...(company.endedAs ?? []), as],
});

/** Ends the parcel, also over newer writes unless `mayEnd` returns false. @returns why it failed; the index for which `mayEnd` returned false */
export async function endCompanyParcel(
  at: ParcelHandle<'company'>,
  as: CompanyEnd,
  mayEnd: (current: CompanyIndex) => boolean = () => true,
): Promise<{ error: ApiError } | { current: CompanyIndex } | null> {
  let blobs = new Set<string>();
  const ended = await updateIndex(at, (current) => {
    if (!mayEnd(current)) return null;
    blobs = blobsOf(current);
    // An end that the company was notified of stays.
    const state = current.state === 'taken' || current.state === 'revoked' ? current.state : as;
    return { ...current, state, applicant: '', files: [], given: [] };
  });
  if (ended.ok && !ended.isWritten) return { current: ended.index };
  if (ended.ok) return failure(await deleteBlobs(at, blobs));
  // Otherwise anyone with the link could keep it open by an unreadable index.
  const isUnreadable = ended.error.code === 'parcel_altered' || ended.error.code === 'unreadable';
  const deleted = as === 'revoked' && isUnreadable ? await at.deleteParcel() : ended;
  return failure(deleted.ok ? null : deleted.error);
}

const failure = (error: ApiError | null) => (error && error.code !== 'parcel_gone' ? { error } : null);

/** Includes the requested file fields: an index that an earlier attempt emptied names no files. */
function blobsOf({ type, parts, given, files }: CompanyIndex): Set<string> {
  const asked = fieldsOfParts(type, parts).filter(isFilePath);
  return new Set([ANSWERS_BLOB, REPLY_BLOB, ...asked, ...[...given, ...files].map(({ path }) => path)]);
}

/** Ends the link of a deleted draft. @returns why the link still works, until it expires */
export async function endCompanyLink(secret: string, as: CompanyEnd): Promise<ApiError | null> {
  const at = await openParcel('company', secret);
  const failed = at && (await endCompanyParcel(at, as));
  return failed && 'error' in failed ? failed.error : null;
}

/** {@link endCompanyLink} until it succeeds, or the page is left. */
export async function retryEndCompanyLink(secret: string, as: CompanyEnd): Promise<void> {
  await retryUntilDone(async () => !(await endCompanyLink(secret, as)), NOTIFY_RETRY_MS, ports.after);
}
