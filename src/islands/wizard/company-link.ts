/** The company's link ends with the draft that has it. Its script is loaded only then. */
import type { ApiError } from '../../stores/api/request.ts';
import { $draft } from '../../stores/application/draft.ts';

const loadEnds = () => import('../../stores/parcel/end-company.ts').catch(() => null);

/** Before the draft is deleted. @returns why the link still works; null when there is none any more */
export async function revokeCompanyLink(): Promise<ApiError | null> {
  const { company } = $draft.get();
  if (!company) return null;
  const ends = await loadEnds();
  return ends ? ends.endCompanyLink(company.secret, 'revoked') : { code: 'no_answer' };
}

/** Called before the application is sent. @returns to be called once it has arrived: tells the company, as long as the page stays */
export function companyLinkEnder(): () => Promise<void> {
  const { company } = $draft.get();
  return async () => {
    // Without the script the link ends by its time.
    if (company) await (await loadEnds())?.keepEndingCompanyLink(company.secret, 'taken');
  };
}
