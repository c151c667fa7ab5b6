/** Valid answers for sample applications and tests. Pages do not load them. */
import type { NewFile } from './kind.ts';
import type { SINGLE_KINDS, SingleKind, ValueOfKind } from './single.ts';

/** Returns a valid answer to a question of each kind, lists excluded. @param files a PDF and a picture */
export const sampleAnswers = (files: {
  document: NewFile;
  photo: NewFile;
}): { [Kind in SingleKind]: ValueOfKind<(typeof SINGLE_KINDS)[Kind]> } => ({
  name: 'Sample',
  nameWithInitials: 'Sample',
  text: 'Sample answer',
  longtext: 'Sample answer of several words',
  photoMarks: '',
  email: 'anna@example.org',
  phone: '+998 90 123 45 67',
  passport: 'N1234567',
  date: '2021-03-01',
  birthDate: '2021-03-01',
  tripDate: '2021-03-01',
  gender: 'female',
  kinship: 'son',
  country: 'KZ',
  months: '12',
  address: { region: '2', district: '18', street: 'Navoi 1', flat: '7' },
  flag: 'yes',
  consent: 'yes',
  tick: 'no',
  file: files.document,
  photo: files.photo,
});
