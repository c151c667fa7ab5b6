/** Values of an application that pass every rule on {@link TODAY}, for tests that change one thing in them. */
import type { ApplicationValues, NewFile } from '../../../../src/domain/application/values.ts';

export const TODAY = '2026-11-21';

export const pdf = (name: string): NewFile => ({ name, size: 1000, type: 'application/pdf' });
export const jpeg = (name: string): NewFile => ({ name, size: 1000, type: 'image/jpeg' });

/** Every field of every type; a check of one type looks at those of that type only. */
export const FILLED: ApplicationValues = {
  surname: 'Ivanova',
  name: 'Anna',
  middlename: 'Petrovna',
  gender: 'female',
  date_birth: '1990-05-17',
  citizenship: 'KZ',
  passport_number: 'N1234567',
  passport_date: '2021-03-01',
  passport_expire: '2031-03-01',
  file4: pdf('passport.pdf'),
  email: 'anna@example.org',
  phone: '+998 90 123 45 67',
  additional_phone: '',
  file5: jpeg('photo.jpg'),
  resume_file: pdf('resume.pdf'),
  validity_time: '12',
  planned_length_stay_from: '2027-01-10',
  planned_length_stay_to: '2027-06-10',
  formatted_address: { region: '2', district: '18', street: 'Navoi 1', flat: '7' },
  project: 'Sample Project',
  activity: 'What the project does',
  company_name: 'Sample Company',
  employer_address: { region: '14', district: '', street: 'Amir Temur 5', flat: '' },
  phone_specialist: '+998 71 123 45 67',
  period_from: '2027-01-10',
  period_to: '2027-12-31',
  applicant_fio: 'Olga Karimova',
  applicant_position: 'Head of personnel',
  applicant_phone_number: '+998 90 765 43 21',
  petitioner_surname: 'Karimov',
  petitioner_name: 'Aziz',
  petitioner_middlename: '',
  petitioner_position: 'Director',
  petitioner_number: '+998 90 111 22 33',
  file: pdf('bank.pdf'),
  file2: pdf('certificate.pdf'),
  file3: pdf('letter.pdf'),
  relatives_check: 'no',
  formatted_relatives: [],
  previos_trips_check: 'no',
  formatted_previos_trips: [],
  previos_trips: '',
  last_trips_check: 'no',
  last_trips: [],
  read_check: 'yes',
};

export const SON = {
  kinship: 'son',
  surname: 'Ivanov',
  name: 'Pavel',
  middlename: '',
  birth_of_date: '2015-02-03',
  citizenship: 'KZ',
  relativePassport: 'N7654321',
  relativeInn: '',
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

export const CONFERENCE = { previos_trip_aim: 'Conference', date_from: '2024-04-01', date_to: '2024-04-05' };
export const BERLIN = { trip_country: 'DE', trip_aim: 'Work', date_from: '2025-01-01', date_to: '2025-01-31' };

/** {@link FILLED} with the three questions answered "yes". */
export const WITH_LISTS: ApplicationValues = {
  ...FILLED,
  relatives_check: 'yes',
  formatted_relatives: [HUSBAND, SON],
  previos_trips_check: 'yes',
  formatted_previos_trips: [CONFERENCE],
  previos_trips: 'Once, for a conference',
  last_trips_check: 'yes',
  last_trips: [BERLIN],
};
