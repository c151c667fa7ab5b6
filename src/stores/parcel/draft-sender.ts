/** The portal's one sender of its draft; see send-draft.ts. In memory: it continues while the form's pages change. */
import { partStates } from '../../domain/application/steps.ts';
import { $draft, draftStore } from '../application/draft.ts';
import { companyAsker } from './company-asker.ts';
import { createDraftSender } from './send-draft.ts';

/** Number of saved parts; the overview, which loads the rules, may show fewer. */
function done(): number {
  const { type, saved, refused } = $draft.get();
  return partStates(type, saved, refused).filter(({ state }) => state === 'done').length;
}

export const draftSender = createDraftSender({
  content: () => draftStore.readDraftContent(),
  countDone: done,
  // The company's link went with the draft: two drafts can't both accept the answers.
  onArrived: () => void draftStore.storeCompany(null).then(companyAsker.resume),
});
