/** Ends the company's link with its draft, unless a copy is on another device. Its script is loaded only then. */
import type { ApiError } from '../../stores/api/request.ts';
import { $draft, draftStore } from '../../stores/application/draft.ts';

const loadEndCompany = async () => {
  const [ends, { draftSender }] = await Promise.all([
    import('../../stores/parcel/end-company.ts'),
    import('../../stores/parcel/draft-sender.ts'),
  ]);
  return { ...ends, draftSender };
};

/** Called before the draft is deleted. @returns why the link still works; null if it has ended */
export async function revokeCompanyLink(): Promise<ApiError | null> {
  const { company } = $draft.get();
  if (!company) return null;
  const ends = await loadEndCompany().catch(() => null);
  if (!ends) return { code: 'no_answer' };
  if (await ends.draftSender.hasTransferred(company.secret)) return null;
  await draftStore.storeCompany(ends.addEnd(company, 'revoked'));
  return ends.endCompanyLink(company.secret, 'revoked');
}

/** Called before sending. @returns a function to call after arrival: notifies the company, while the page is open */
export function prepareCompanyLinkEnd(): () => Promise<void> {
  const { company } = $draft.get();
  return async () => {
    // Without the script the link expires.
    const ends = company && (await loadEndCompany().catch(() => null));
    if (ends && !(await ends.draftSender.hasTransferred(company.secret)))
      await ends.retryEndCompanyLink(company.secret, 'taken');
  };
}
