/** The portal's receiver of a draft; see receive-draft.ts. */
import { $draft, draftStore } from '../application/draft.ts';
import type { DraftContent } from '../application/draft-record.ts';
import { retryEndCompanyLink } from './end-company.ts';
import { createDraftReceiver } from './receive-draft.ts';

/** Replacing a draft ends its company link. */
async function replace(content: DraftContent): Promise<boolean> {
  const { company } = $draft.get();
  const replaced = await draftStore.replaceDraft(content);
  if (replaced && company && company.secret !== content.company?.secret)
    void retryEndCompanyLink(company.secret, 'revoked');
  return replaced;
}

export const draftReceiver = createDraftReceiver({
  replace,
});
