/** What a form does not need to be used at once: fetched while someone reads and types, or when it is asked for. */
import { LISTS } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { later } from '../ui/later.ts';

export const laterList = later(() => import('./ListField.tsx'));
export const laterDistricts = later(() => import('../../domain/reference/districts.ts'));

/** Fetches the lists where a form has one open, so that a page that shows it need not grow when it comes. */
export async function listsOf(form: FormState): Promise<void> {
  if (Object.values(LISTS).some(({ flag }) => form[flag] === 'yes')) await laterList.fetch();
}
