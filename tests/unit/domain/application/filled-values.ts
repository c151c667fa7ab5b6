/** Values of an application that pass every rule on {@link TODAY}; a test changes one of them. */

import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import type { NewFile } from '../../../../src/domain/kinds/kind.ts';
import { applicantValues, NO_LISTS, relativeValues } from '../../../fixtures/applicants.ts';

export const TODAY = '2026-11-21';

export const pdf = (name: string): NewFile => ({ name, size: 1000, type: 'application/pdf' });
const jpeg = (name: string): NewFile => ({ name, size: 1000, type: 'image/jpeg' });
const file = (name: string) => (name.endsWith('.jpg') ? jpeg(name) : pdf(name));

export const SON = {
  ...relativeValues(file),
  file6: pdf('son.pdf'),
  marriage_or_birth_document_file: pdf('son-birth.pdf'),
};

export const HUSBAND = {
  ...SON,
  kinship: 'husband',
  name: 'Ivan',
  birth_of_date: '1988-07-08',
  relativePassport: 'N1111111',
  file6: pdf('husband.pdf'),
  marriage_or_birth_document_file: pdf('marriage.pdf'),
};

/** {@link FILLED} with the three questions answered "yes". */
export const WITH_LISTS: ApplicationValues = applicantValues(TODAY, file, { formatted_relatives: [HUSBAND, SON] });

/** Every field of every type; a check of one type ignores the others. */
export const FILLED: ApplicationValues = { ...WITH_LISTS, ...NO_LISTS };

const [conference] = WITH_LISTS.formatted_previos_trips;
const [berlin] = WITH_LISTS.last_trips;
if (!conference || !berlin) throw new Error('an applicant without trips');
export const CONFERENCE = conference;
export const BERLIN = berlin;
