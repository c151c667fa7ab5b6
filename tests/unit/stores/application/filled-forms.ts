/** Form values that pass every rule on 2026-11-21, for tests that change one thing in them. */
import type { FormState } from '../../../../src/domain/application/form.ts';
import type { ApplicationType } from '../../../../src/domain/application/types.ts';
import type { ChosenFile } from '../../../../src/stores/application/draft-form.ts';

export const TODAY = new Date('2026-11-21T09:00:00Z');

export function chosen(name: string, content = `%PDF-${name}`): ChosenFile {
  const blob = new Blob([content], { type: 'application/pdf' });
  return { name, size: blob.size, type: 'application/pdf', blob };
}

export function picture(name: string): ChosenFile {
  const blob = new Blob(['\xff\xd8\xff', name], { type: 'image/jpeg' });
  return { name, size: blob.size, type: 'image/jpeg', blob };
}

export function date(iso: string): { day: string; month: string; year: string } {
  const [year = '', month = '', day = ''] = iso.split('-');
  return { day, month, year };
}

export function personForm(): FormState {
  return {
    surname: 'Ivanova',
    name: 'Anna',
    middlename: '',
    gender: 'female',
    date_birth: date('1990-05-17'),
    citizenship: 'KZ',
    passport_number: 'N1234567',
    passport_date: date('2021-03-01'),
    passport_expire: date('2031-03-01'),
    file4: chosen('passport.pdf'),
    email: 'anna@example.org',
    phone: '+998 90 123 45 67',
    additional_phone: '',
    file5: picture('photo.jpg'),
    resume_file: chosen('resume.pdf'),
  };
}

const ADDRESS = { region: '2', district: '18', street: 'Navoi 1', flat: '' };

const STAY = {
  validity_time: '12',
  planned_length_stay_from: date('2027-01-10'),
  planned_length_stay_to: date('2027-06-10'),
  formatted_address: ADDRESS,
  petitioner_name: 'Sample Company',
  file2: chosen('certificate.pdf'),
  relatives_check: 'no',
  formatted_relatives: [],
  previos_trips_check: 'no',
  formatted_previos_trips: [],
  previos_trips: '',
  last_trips_check: 'no',
  last_trips: [],
  read_check: 'yes',
};

const COMPANY = {
  company_name: 'Sample Company',
  phone_specialist: '+998 71 123 45 67',
  applicant_fio: 'Anna Ivanova',
  applicant_position: 'Developer',
  applicant_phone_number: '+998 90 123 45 67',
  petitioner_surname: 'Karimov',
  petitioner_middlename: '',
  file: chosen('bank.pdf'),
  file3: chosen('letter.pdf'),
};

const OWN: Record<ApplicationType, FormState> = {
  founder: {},
  investor: { ...COMPANY, project: 'Sample Project', activity: 'What the project does' },
  specialist: {
    ...COMPANY,
    employer_address: ADDRESS,
    period_from: date('2027-01-10'),
    period_to: date('2027-12-31'),
    petitioner_position: 'Director',
    petitioner_number: '+998 90 765 43 21',
  },
};

export function visitForm(type: ApplicationType): FormState {
  return { ...STAY, ...OWN[type] };
}

/** A relative, a previous trip and a recent one, as a form holds them. */
export function withLists(form: FormState): FormState {
  return {
    ...form,
    relatives_check: 'yes',
    formatted_relatives: [
      {
        kinship: 'son',
        surname: 'Ivanov',
        name: 'Pavel',
        middlename: '',
        birth_of_date: date('2015-02-03'),
        citizenship: 'KZ',
        relativePassport: 'N7654321',
        relativeInn: '',
        file6: chosen('son.pdf'),
        marriage_or_birth_document_file: chosen('birth.pdf'),
      },
    ],
    previos_trips_check: 'yes',
    formatted_previos_trips: [
      {
        previos_trip_aim: 'Conference',
        previos_trip_date: { date_from: date('2024-04-01'), date_to: date('2024-04-05') },
      },
    ],
    previos_trips: 'Once, for a conference',
    last_trips_check: 'yes',
    last_trips: [
      {
        trip_country: 'DE',
        trip_aim: 'Work',
        trim_date: { date_from: date('2025-01-01'), date_to: date('2025-01-31') },
      },
    ],
  };
}
