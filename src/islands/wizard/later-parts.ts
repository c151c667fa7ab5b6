/** What a form does not need to be used at once: fetched while someone reads and types, or when it is asked for. */
import { LISTS } from '../../domain/application/fields.ts';
import { formOf } from '../../stores/application/draft.ts';
import { later } from '../ui/later.ts';

export const laterList = later(() => import('./ListField.tsx'));
export const laterDistricts = later(() => import('../../domain/reference/districts.ts'));

/** Fetches the lists where the draft has one open, so that a page that shows it need not grow when it comes. */
export async function listsOfDraft(): Promise<void> {
  const answers = formOf(2);
  if (Object.values(LISTS).some(({ flag }) => answers[flag] === 'yes')) await laterList.fetch();
}
