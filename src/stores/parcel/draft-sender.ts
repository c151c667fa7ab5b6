/** The portal's one sender of its draft; see send-draft.ts. In memory: it goes on while the pages of the form change. */
import { partStates } from '../../domain/application/steps.ts';
import { $draft, draftStore } from '../application/draft.ts';
import { companyAsker } from './company-asker.ts';
import { createDraftSender } from './send-draft.ts';

/** Parts that are saved; the overview, which knows the rules, may count fewer. */
function done(): number {
  const { type, saved, refused } = $draft.get();
  return partStates(type, saved, refused).filter(({ state }) => state === 'done').length;
}

export const draftSender = createDraftSender({
  content: draftStore.draftContent,
  done,
  // The company's link has gone along: two drafts can't both take over what comes.
  arrived: () => void draftStore.keepCompany(null).then(companyAsker.resume),
});
