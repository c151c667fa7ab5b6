/** Made-up applicants: what is typed in each field, by wire name. Dates are `YYYY-MM-DD`, files are names in tests/fixtures. */
import type { ApplicationType } from '../../../src/domain/application/types.ts';

/** A typed value: text, or the items of a list. A control that is absent is left as it is. */
export type Typed = Record<string, string | Typed[]>;

export interface Applicant {
  type: ApplicationType;
  step1: Typed;
  step2: Typed;
  /** What the portal fills in by itself, by wire name. */
  filledIn?: Record<string, string>;
}

export const PASSWORD = 'пять синих куполов 2031';

/** The date `years` years, then `days` days away from today. */
export function away(years: number, days = 0): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth(), Math.min(date.getUTCDate(), 28) + days);
  return date.toISOString().slice(0, 10);
}

/** Step 1 is the same for all types. */
function person(email: string): Typed {
  return {
    surname: "O'Connor-Łukasz",
    name: 'Анна',
    middlename: 'Мария',
    gender: 'female',
    date_birth: '1990-02-28',
    citizenship: 'PL',
    passport_number: 'EA1234567',
    passport_date: '2021-05-10',
    passport_expire: away(6),
    file4: 'passport.pdf',
    email,
    phone: '+48 512 345 678',
    additional_phone: '+998 90 123 45 67',
    file5: 'photo-clean.jpg',
    resume_file: 'resume.pdf',
  };
}

const stay: Typed = {
  validity_time: '12',
  planned_length_stay_from: away(0, 40),
  planned_length_stay_to: away(0, 240),
  'formatted_address.region': '14',
  'formatted_address.street': 'ул. Амира Темура, 15',
  'formatted_address.flat': '7',
};

const lists: Typed = {
  relatives_check: 'yes',
  formatted_relatives: [
    {
      kinship: 'son',
      surname: 'Łukasz',
      name: 'Jan',
      middlename: 'Piotr',
      birth_of_date: '2018-03-04',
      citizenship: 'PL',
      relativePassport: 'EB7654321',
      relativeInn: '123456789',
      file6: 'photo-clean.jpg',
      marriage_or_birth_document_file: 'birth.pdf',
    },
  ],
  previos_trips_check: 'yes',
  formatted_previos_trips: [
    {
      previos_trip_aim: 'Конференция разработчиков',
      'previos_trip_date.date_from': '2023-04-01',
      'previos_trip_date.date_to': '2023-04-12',
    },
  ],
  previos_trips: 'Одна поездка, без нарушений сроков.',
  last_trips_check: 'yes',
  last_trips: [
    {
      trip_country: 'KZ',
      trip_aim: 'Рабочая встреча',
      'trim_date.date_from': '2024-06-01',
      'trim_date.date_to': '2024-06-05',
    },
  ],
  read_check: 'yes',
};

/** The company that invites a specialist or an investor, its people and its papers. */
const company: Typed = {
  company_name: 'ООО «Синий купол»',
  phone_specialist: '+998 71 200 00 00',
  applicant_fio: 'Каримова Дилноза',
  applicant_position: 'Менеджер по персоналу',
  applicant_phone_number: '+998 93 555 44 33',
  petitioner_surname: 'Рахимов',
  petitioner_name: 'Тимур',
  petitioner_middlename: 'Бахтиёрович',
  file: 'bank.pdf',
  file2: 'certificate.pdf',
  file3: 'letter.pdf',
};

/** A specialist with every field filled, a relative and two trips. */
export function specialist(email: string): Applicant {
  return {
    type: 'specialist',
    step1: person(email),
    step2: {
      ...stay,
      ...company,
      'employer_address.region': '14',
      'employer_address.street': 'ул. Мирзо Улугбека, 56',
      'employer_address.flat': 'офис 3',
      period_from: away(0, 45),
      period_to: away(1, 30),
      petitioner_position: 'Директор',
      petitioner_number: '+998 94 111 22 33',
      ...lists,
    },
  };
}

/** A founder with every field filled; company and contact come from the petitioner's name. */
export function founder(email: string): Applicant {
  const petitioner = 'ООО «Бирюзовый двор»';
  return {
    type: 'founder',
    step1: person(email),
    step2: { ...stay, petitioner_name: petitioner, file2: 'certificate.pdf', ...lists },
    filledIn: { company_name: petitioner, applicant_fio: petitioner },
  };
}

/** An investor with every field filled. */
export function investor(email: string): Applicant {
  return {
    type: 'investor',
    step1: person(email),
    step2: {
      ...stay,
      ...company,
      project: 'Центр обработки данных',
      activity: 'Строим центр обработки данных.\nВкладываем в оборудование.',
      ...lists,
    },
  };
}

export const APPLICANTS = { specialist, founder, investor } as const;
