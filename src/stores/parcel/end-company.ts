/** Ends the link of a company: the company is told how, and what is in the parcel is deleted. */
import { fieldsOfParts, isFilePath } from '../../domain/parcel/company-parts.ts';
import { ANSWERS, type CompanyIndex, REPLY } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { AskedCompany } from '../application/draft-record.ts';
import { ports } from '../browser/ports.ts';
import { openParcel, type ParcelHandle } from './parcel.ts';

/** What the company is told. */
export type CompanyEnd = 'taken' | 'revoked';

const TELL_AGAIN_MS = 5000;

/** For the draft, before the link is ended so. */
export const withEnd = (company: AskedCompany, as: CompanyEnd): AskedCompany => ({
  ...company,
  endedAs: [...(company.endedAs ?? []), as],
});

/**
 * Over what is there, and again when the company writes meanwhile.
 * @param mayEnd false keeps what the company has written since
 * @returns why it has not ended; `kept` by `mayEnd`
 */
export async function endParcel(
  at: ParcelHandle<'company'>,
  as: CompanyEnd,
  mayEnd: (there: CompanyIndex) => boolean = () => true,
): Promise<ApiError | 'kept' | null> {
  const there = await at.readIndex();
  // Whoever has the link could keep it alive by an index that nobody can read.
  if (!there.ok && as === 'revoked' && UNREADABLE.includes(there.error.code)) return deleteWhole(at);
  if (!there.ok) return unlessGone(there.error);
  const { value } = there;
  if (!mayEnd(value)) return 'kept';
  // The end that the company was told of stays.
  const state = value.state === 'taken' || value.state === 'revoked' ? value.state : as;
  const written = await at.writeIndex({ ...value, state, applicant: '', files: [], given: [] });
  if (!written.ok && written.error.code === 'parcel_changed') return endParcel(at, as, mayEnd);
  if (!written.ok) return unlessGone(written.error);
  for (const name of blobsOf(value)) {
    const deleted = await at.deleteBlob(name);
    if (!deleted.ok && unlessGone(deleted.error)) return deleted.error;
  }
  return null;
}

/** Those of the asked fields too: an index that was emptied by a try before names no files. */
function blobsOf({ type, parts, given, files }: CompanyIndex): Set<string> {
  const asked = fieldsOfParts(type, parts).filter(isFilePath);
  return new Set([ANSWERS, REPLY, ...asked, ...[...given, ...files].map(({ path }) => path)]);
}

const UNREADABLE: readonly string[] = ['parcel_altered', 'unreadable'] satisfies ApiError['code'][];

async function deleteWhole(at: ParcelHandle<'company'>): Promise<ApiError | null> {
  const deleted = await at.deleteParcel();
  return deleted.ok ? null : unlessGone(deleted.error);
}

const unlessGone = (error: ApiError) => (error.code === 'parcel_gone' ? null : error);

/** Ends the link of a draft that goes. @param secret of the link @returns why the link still works; it then ends by its time */
export async function endCompanyLink(secret: string, as: CompanyEnd): Promise<ApiError | null> {
  const at = await openParcel('company', secret);
  const error = at && (await endParcel(at, as));
  return error === 'kept' ? null : error;
}

/** As {@link endCompanyLink}, tried until it succeeds, or the page is left. */
export async function keepEndingCompanyLink(secret: string, as: CompanyEnd): Promise<void> {
  const error = await endCompanyLink(secret, as);
  if (error) ports.after(TELL_AGAIN_MS, () => void keepEndingCompanyLink(secret, as));
}
