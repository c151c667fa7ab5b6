/** The company's link ends with the draft that has it, unless it has gone to another device with a copy. Its script is loaded only then. */
import type { ApiError } from '../../stores/api/request.ts';
import { $draft, draftStore } from '../../stores/application/draft.ts';

const loadEnds = async () => {
  const [ends, { draftSender }] = await Promise.all([
    import('../../stores/parcel/end-company.ts'),
    import('../../stores/parcel/draft-sender.ts'),
  ]);
  return { ...ends, draftSender };
};

/** Before the draft is deleted. @returns why the link still works; null when there is none any more */
export async function revokeCompanyLink(): Promise<ApiError | null> {
  const { company } = $draft.get();
  if (!company) return null;
  const ends = await loadEnds().catch(() => null);
  if (!ends) return { code: 'no_answer' };
  if (await ends.draftSender.hasGone(company.secret)) return null;
  await draftStore.keepCompany(ends.withEnd(company, 'revoked'));
  return ends.endCompanyLink(company.secret, 'revoked');
}

/** Called before the application is sent. @returns to be called once it has arrived: tells the company, as long as the page stays */
export function companyLinkEnder(): () => Promise<void> {
  const { company } = $draft.get();
  return async () => {
    // Without the script the link ends by its time.
    const ends = company && (await loadEnds().catch(() => null));
    if (ends && !(await ends.draftSender.hasGone(company.secret)))
      await ends.keepEndingCompanyLink(company.secret, 'taken');
  };
}
