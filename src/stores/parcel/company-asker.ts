/** The portal's one asker of a company, for its draft; see ask-company.ts. */
import { fullName } from '../../domain/application/answers.ts';
import { $draft, draftStore } from '../application/draft.ts';
import { createCompanyAsker } from './ask-company.ts';

export const companyAsker = createCompanyAsker({
  draft() {
    const { type, company } = $draft.get();
    const { surname, name } = draftStore.formOf(1);
    const applicant = fullName({ surname: String(surname ?? ''), name: String(name ?? ''), middlename: '' });
    return { type, applicant, answers: draftStore.formOf(2), company };
  },
  storeRequest: (company) => draftStore.storeCompany(company),
  savePart: (part, values) => draftStore.savePart(part, values),
  storeDraft: () => draftStore.storeDraft(),
});
