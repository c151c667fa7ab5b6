/** The title of a stored file in a language. */
import { paperTitle, placeOfFile } from '../../../src/domain/application/paper-titles.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { titledFileName } from '../../../src/domain/input/file-names.ts';
import type { Applicant } from '../store/applicants.ts';
import type { FileRow } from '../store/files.ts';
import { formWords } from './words.ts';

/**
 * A name to save the file under, such as `passport of Jan Lee.jpg`; without the person for a relative's file of an earlier
 * version.
 */
export function fileTitle(
  { id, field, name, type }: FileRow,
  { fields, type: kind }: Pick<Applicant, 'fields' | 'type'>,
  locale: Locale,
): string {
  const title = paperTitle(fields, placeOfFile(fields, field, id), kind, formWords(locale).find);
  return titledFileName(title, name, type);
}
